// Paths of a laid tree put back to what they are on the base commit, byte for byte; what it has not
// goes. The bytes are git's own, so that nothing of the tree decides how they are written.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import { inWorkspace } from './workspace.ts';

/** Everything goes before anything comes: a file may stand where a directory was. */
const RESTORE = String.raw`set -e
for path do
  rm -rf -- "$path"
  directory=$(dirname -- "$path")
  if [ "$directory" != . ] && [ -d "$directory" ]; then
    rmdir -p --ignore-fail-on-non-empty -- "$directory"
  fi
done
for path do
  entry=$(git ls-tree base -- "$path")
  case $entry in
    120000*) mkdir -p -- "$(dirname -- "$path")" && ln -s -- "$(git cat-file blob "base:$path")" "$path" ;;
    100*)
      mkdir -p -- "$(dirname -- "$path")"
      git cat-file blob "base:$path" > "$path"
      case $entry in 100755*) chmod 755 -- "$path" ;; *) chmod 644 -- "$path" ;; esac
      ;;
  esac
done`;

export async function restorePaths(
  sandbox: Sandbox,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (paths.length === 0) return;
  await inWorkspace(sandbox, ['sh', '-c', RESTORE, 'sh', ...paths], signal);
}
