// The files that steer the agent itself: nothing that an agent does may change them (decision 74),
// whatever the configuration says. The runner refuses such a change, the host drops it on the way
// out; both ask here. Pure.

const FOLDERS = ['.git', '.redgreen', '.claude/hooks', '.gemini', '.llxprt'];
/** The last one holds an organisation's defaults, in its repository `.github`. */
const FILES: ReadonlySet<string> = new Set(['.mcp.json', '.github/redgreen.yml', 'redgreen.yml']);
const BEGINNINGS = ['.claude/settings'];

/**
 * `path` is relative to the repository's root, with forward slashes. Letters that some file system
 * takes for the same count as the same: the delivered tree may be checked out on one of those.
 */
export function isProtectedPath(path: string): boolean {
  const folded = fold(path);
  return (
    FILES.has(folded) ||
    FOLDERS.some((folder) => folded === folder || folded.startsWith(`${folder}/`)) ||
    BEGINNINGS.some((beginning) => folded.startsWith(beginning)) ||
    // Replacing the folder by a file or a link would change what lies in it.
    folded === '.claude' ||
    folded === '.github'
  );
}

function fold(path: string): string {
  const parts = path
    .normalize('NFKC')
    // Code points that HFS+ ignores in names.
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .toLowerCase()
    .split('/')
    // Windows drops dots and blanks at the end of a name.
    .map((part) => (/^\.+$/.test(part) ? part : part.replace(/[. ]+$/, '')));
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}
