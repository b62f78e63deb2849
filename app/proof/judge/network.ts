// Reaching out to the network: calls that open connections with an address that is not this
// machine's own, and modules that do nothing else. Pure.
import { plainString } from '../../../sandbox/syntax/code/behind.ts';
import type { Code } from '../../../sandbox/syntax/code/code.ts';
import type { Origins } from '../../../sandbox/syntax/code/origins.ts';
import type { Found } from '../../../sandbox/syntax/code/table.ts';
import { quoted } from '../../../sandbox/syntax/code/view.ts';
import { type SyntaxNode, walk } from '../../../sandbox/syntax/tree.ts';

const FETCHERS = /^(?:curl|wget)$/;
const ADDRESS = /^(?:https?|wss?|ftp):\/\/([^/:?#\s'"`$]+)/;
const HOST = /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?$/i;
const OWN = /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|.*\.(?:localhost|test|invalid|local)$)/;

export function judgeNetwork(code: Code, origins: Origins): Found[] {
  const { table, view, calls, imports } = code;
  const called = calls.flatMap(({ node, path, args }): Found[] => {
    const texts = args.flatMap((one) => stringsIn(code, origins, one));
    const isFetcher = texts.some((text) => FETCHERS.test(text)) || FETCHERS.test(path);
    if (!isFetcher && !table.network.calls.test(path)) return [];
    const isSocket = /connect|Dial|Socket|^(?:nc|ssh|scp|ping)$/i.test(path);
    const address = texts.find((text) => isOutside(text, isSocket || isFetcher));
    return address === undefined
      ? []
      : [{ node, message: `\`${quoted(view, node)}\` reaches out to the network` }];
  });
  const imported = imports
    .filter(({ module }) => table.network.modules.test(module))
    .map(({ node, module }) => ({
      node,
      message: `the module \`${module}\` reaches out to the network`,
    }));
  return [...called, ...imported];
}

function isOutside(text: string, isHostEnough: boolean): boolean {
  const host = ADDRESS.exec(text)?.[1];
  if (host !== undefined) return !OWN.test(host) && !host.startsWith('{');
  return isHostEnough && HOST.test(text) && !OWN.test(text);
}

/** The plain texts in it, also behind a name that always stands for one. */
function stringsIn(code: Code, origins: Origins | undefined, node: SyntaxNode): string[] {
  const { table, view, mentions } = code;
  const written = [...walk(node)].filter(({ type }) => table.stringTypes.has(type));
  const named = mentions(node).flatMap((name) => origins?.literalOf(name) ?? []);
  return [...written, ...named].map((one) => plainString(view.text(one)));
}
