// Small files of other kinds than text, made on the spot.
import { crc32, deflateSync } from 'node:zlib';

/** A grey picture. */
export function makePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, 0x80);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND')];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** One line of text a page. */
export function makePdf(pages: readonly string[]): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((words, index) => {
      const stream = `BT /F1 24 Tf 20 100 Td (${words}) Tj ET`;
      const fonts = '<< /Font << /F1 3 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources ${fonts} /Contents ${5 + index * 2} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}${table}${trailer}`, 'latin1');
}

/** As Jupyter writes it: one blank a level, keys sorted, a newline at the end. */
export function makeNotebook(): string {
  const picture = makePng(2, 2).toString('base64');
  const cells = [
    { cell_type: 'markdown', id: 'intro', metadata: {}, source: ['# Größe\n', 'two'] },
    {
      cell_type: 'code',
      execution_count: 3,
      id: 'sum',
      metadata: { scrolled: true },
      outputs: [
        { name: 'stdout', output_type: 'stream', text: ['hello\n'] },
        {
          data: { 'image/png': picture, 'text/plain': ['<Figure>'] },
          execution_count: 3,
          metadata: {},
          output_type: 'execute_result',
        },
        { ename: 'ValueError', evalue: 'bad', output_type: 'error', traceback: ['\x1b[31mat 1'] },
      ],
      source: ['print("hello")\n', '1 + 1'],
    },
  ];
  const metadata = { language_info: { name: 'python' }, version: 'VERSION' };
  const json = JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1);
  // A number that JSON.parse cannot keep as it is written.
  return `${json.replace('"VERSION"', '3.0')}\n`;
}
