// A package registry on loopback, as npm asks one: packages that a test packs itself, and what becomes
// of a package that was damaged on its way.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { packTar } from '../../app/steps/tree/tar.ts';

export type Published = {
  name: string;
  version: string;
  /** The text of its only module. */
  module: string;
  /** Promises another content than it has. */
  isDamaged?: boolean;
};

export type Registry = AsyncDisposable & {
  port: number;
  /** Paths that were asked for, in order. */
  asked: string[];
};

export async function openRegistry(packages: readonly Published[]): Promise<Registry> {
  const asked: string[] = [];
  const packed = packages.map((one) => ({ ...one, tarball: pack(one) }));
  const server = createServer(({ url = '', headers }, response) => {
    asked.push(url);
    const file = packed.find(({ name, version }) => url === `/${name}/-/${name}-${version}.tgz`);
    const versions = packed.filter(({ name }) => url === `/${name}`);
    if (file !== undefined) response.end(file.tarball);
    else if (versions.length > 0) response.end(describe(versions, headers.host ?? ''));
    else response.writeHead(404).end('{"error":"not found"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Packed = Published & { tarball: Buffer };

function pack({ name, version, module }: Published): Buffer {
  const about = { name, version, type: 'module', exports: './index.js' };
  const files = { 'package.json': JSON.stringify(about), 'index.js': module };
  const entries = Object.entries(files).map(([path, text]) => ({
    path: `package/${path}`,
    mode: 0o644,
    kind: 'file' as const,
    bytes: Buffer.from(text),
  }));
  return gzipSync(packTar(entries));
}

function describe(packed: readonly Packed[], host: string): string {
  const versions = packed.map(({ name, version, tarball, isDamaged }) => {
    const promised = isDamaged === true ? Buffer.from('something else') : tarball;
    const dist = {
      tarball: `http://${host}/${name}/-/${name}-${version}.tgz`,
      integrity: `sha512-${createHash('sha512').update(promised).digest('base64')}`,
    };
    return [version, { name, version, type: 'module', exports: './index.js', dist }] as const;
  });
  const [name, latest] = [packed[0]?.name, versions.at(0)?.[0]];
  return JSON.stringify({
    name,
    'dist-tags': { latest },
    versions: Object.fromEntries(versions),
  });
}
