// Images by their bytes: which format, how large, and whether they are whole. Providers refuse a
// whole request over one image that is not, so nothing doubtful may be sent. Pure.

type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
export type ImageInfo = { type: ImageType; width: number; height: number };

/** Undefined: no image of a kind that models are shown. `broken`: one, but not a whole one. */
export function identifyImage(bytes: Buffer): ImageInfo | 'broken' | undefined {
  const type = typeOf(bytes);
  if (type === undefined) return undefined;
  const size = SIZES[type](bytes);
  if (size === undefined || size.width === 0 || size.height === 0) return 'broken';
  return { type, ...size };
}

function typeOf(bytes: Buffer): ImageType | undefined {
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF[\s\S]{4}WEBP$/.test(head)) return 'image/webp';
  return undefined;
}

type Size = { width: number; height: number };

/** Undefined when the end of the image is missing. */
const SIZES: Readonly<Record<ImageType, (bytes: Buffer) => Size | undefined>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
};

function pngSize(bytes: Buffer): Size | undefined {
  let at = 8;
  while (at + 12 <= bytes.length) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') {
      if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    }
    at += bytes.readUInt32BE(at) + 12;
  }
  return undefined;
}

function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.lastIndexOf('\xff\xd9', undefined, 'latin1') < 2) return undefined;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // A marker may be preceded by any number of fill bytes.
    at += marker === 0xff ? 1 : bytes.readUInt16BE(at + 2) + 2;
  }
  return undefined;
}

function gifSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 14 || bytes.lastIndexOf(0x3b) < 13) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webpSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
