import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { peekClientHello } from '../../../../../sandbox/local/egress/client-hello.ts';

/** What a real client says first. */
async function realHello(servername: string | undefined): Promise<Buffer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const arrived = once(server, 'connection');
  const name = servername === undefined ? {} : { servername };
  const client = connectTls({ host: '127.0.0.1', port, ...name });
  client.on('error', () => undefined);
  const [socket] = (await arrived) as [Socket];
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  client.destroy();
  socket.destroy();
  server.close();
  return bytes;
}

/** The same message in records of this size. */
function inRecords(hello: Buffer, size: number): Buffer {
  const message = hello.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < message.byteLength; at += size) {
    const part = message.subarray(at, at + size);
    records.push(Buffer.from([22, 3, 1, part.byteLength >> 8, part.byteLength & 255]), part);
  }
  return Buffer.concat(records);
}

describe('first bytes of a tunnel', () => {
  it('name the server of a TLS handshake', async () => {
    const hello = await realHello('registry.test');
    assert.deepEqual(peekClientHello(hello), { kind: 'hello', name: 'registry.test' });
    assert.deepEqual(peekClientHello(await realHello(undefined)), {
      kind: 'hello',
      name: undefined,
    });
  });

  it('are waited for until they are whole, however they are cut', async () => {
    const hello = await realHello('registry.test');
    for (let length = 0; length < hello.byteLength; length += 1) {
      assert.equal(peekClientHello(hello.subarray(0, length)).kind, 'more', String(length));
    }
    for (const size of [1, 7, 100]) {
      const cut = inRecords(hello, size);
      assert.deepEqual(peekClientHello(cut), { kind: 'hello', name: 'registry.test' });
      assert.equal(peekClientHello(cut.subarray(0, -1)).kind, 'more');
    }
    const early = Buffer.concat([hello, Buffer.from([23, 3, 3, 0, 1, 9])]);
    assert.deepEqual(peekClientHello(early), { kind: 'hello', name: 'registry.test' });
  });

  it('are not TLS when they do not begin so', () => {
    for (const text of ['GET / HTTP/1.1\r\n', 'SSH-2.0-x\r\n', '\0', '\x80\x2e\x01']) {
      assert.equal(peekClientHello(Buffer.from(text, 'latin1')).kind, 'other', text);
    }
  });

  it('are broken when they only begin so, or name two servers', async () => {
    const hello = await realHello('registry.test');
    const name = hello.indexOf('registry.test');
    const change = (at: number, byte: number) => {
      const copy = Buffer.from(hello);
      copy[at] = byte;
      return copy;
    };
    const broken: Record<string, Buffer> = {
      'another version': Buffer.from([22, 9]),
      'an empty record': Buffer.from([22, 3, 1, 0, 0]),
      'a huge record': Buffer.from([22, 3, 1, 255, 255, 1]),
      'a server hello': change(5, 2),
      'a huge message': change(6, 255),
      'a name longer than its list': change(name - 1, 200),
      'a name that leaves room for another': change(name - 1, 3),
      'another kind of name': change(name - 3, 7),
      'a record of another kind in between': Buffer.concat([
        inRecords(hello.subarray(0, 60), 55),
        Buffer.from([23, 3, 3, 0, 1, 0]),
      ]),
    };
    for (const [what, bytes] of Object.entries(broken)) {
      assert.equal(peekClientHello(bytes).kind, 'broken', what);
    }
  });

  it('never make the reader fail', async () => {
    const hello = await realHello('registry.test');
    for (let at = 0; at < hello.byteLength; at += 1) {
      for (const byte of [0, 1, 127, 255]) {
        const copy = Buffer.from(hello);
        copy[at] = byte;
        const peek = peekClientHello(copy);
        assert.ok(['more', 'other', 'broken', 'hello'].includes(peek.kind));
      }
    }
  });
});
