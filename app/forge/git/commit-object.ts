// The text of a commit object: written for `git hash-object`, read from `git cat-file`. Pure.

export type Signature = { name: string; email: string; date: string };
export type RawCommit = {
  sha: string;
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  /** The armoured signature and the text it signs, when the commit has one. */
  signed: { signature: string; payload: string } | undefined;
  message: string;
};

type NewCommit = {
  tree: string;
  parents: readonly string[];
  author: Signature;
  committer: Signature;
  message: string;
};

export function writeCommit(commit: NewCommit, signature?: string): string {
  const header = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${writeSignature(commit.author)}`,
    `committer ${writeSignature(commit.committer)}`,
    // Continuation lines of a header begin with a space.
    ...(signature === undefined ? [] : [`gpgsig ${signature.trimEnd().replaceAll('\n', '\n ')}`]),
  ];
  return `${header.join('\n')}\n\n${commit.message}`;
}

export function parseCommit(object: { sha: string; content: Buffer }): RawCommit {
  const text = object.content.toString('utf8');
  const end = text.indexOf('\n\n');
  const header = text.slice(0, end).replaceAll('\n ', '\u0000').split('\n');
  const valuesOf = (name: string): string[] =>
    header
      .filter((line) => line.startsWith(`${name} `))
      .map((line) => line.slice(name.length + 1).replaceAll('\u0000', '\n'));
  const signature = valuesOf('gpgsig')[0];
  return {
    sha: object.sha,
    tree: valuesOf('tree')[0] ?? '',
    parents: valuesOf('parent'),
    author: readSignature(valuesOf('author')[0] ?? ''),
    committer: readSignature(valuesOf('committer')[0] ?? ''),
    signed: signature === undefined ? undefined : { signature, payload: unsigned(text) },
    message: text.slice(end + 2),
  };
}

function unsigned(text: string): string {
  return text.replace(/^gpgsig .*\n(?: .*\n)*/m, '');
}

function writeSignature({ name, email, date }: Signature): string {
  const seconds = Math.floor(Date.parse(date) / 1000);
  return `${clean(name)} <${clean(email)}> ${seconds} ${offsetOf(date)}`;
}

/** Angle brackets and line breaks would change the object's structure. */
function clean(part: string): string {
  return part.replaceAll(/[<>\n\0]/g, '').trim();
}

function offsetOf(date: string): string {
  const found = /([+-]\d\d):(\d\d)$/.exec(date);
  return found === null ? '+0000' : `${found[1]}${found[2]}`;
}

function readSignature(text: string): Signature {
  const found = /^(.*?) ?<(.*?)> (-?\d+)/.exec(text);
  const seconds = Number(found?.[3] ?? 0);
  return {
    name: found?.[1] ?? '',
    email: found?.[2] ?? '',
    date: `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`,
  };
}
