// A laid tree as a fresh clone of it would be: where `.gitattributes` have git write other bytes than it
// keeps (line ends, encodings, ids), git itself writes them, in the sandbox, from what will be published.
// Nothing that was configured in there counts: the clone has only the objects in common with it.
import type { Sandbox } from '../../../sandbox/driver/port.ts';
import type { FileChange } from '../../../sandbox/protocol/cases.ts';
import { pathOfListing } from '../../../sandbox/protocol/git-names.ts';
import { type Cloned, isAttributes } from '../../proof/tamper/attributes.ts';
import { inWorkspace } from './workspace.ts';

/** Given: `all` or `laid` (whose bytes are looked at), how many are gone, those, then those laid. */
const SCRIPT = String.raw`set -e
which=$1 gone=$2; shift 2
if [ "$which" = laid ] && ! git ls-tree -r -z --name-only base | grep -zqE '(^|/)[.]gitattributes$'; then
  exit 0
fi
place=$(mktemp -d); trap 'rm -rf "$place"' EXIT
tree=$PWD base=$(git rev-parse 'base^{tree}')
own() {
  GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_ATTR_NOSYSTEM=1 LC_ALL=C \
    GIT_ALTERNATE_OBJECT_DIRECTORIES="$tree/.git/objects" \
    GIT_DIR="$place/git" GIT_WORK_TREE="$place/out" git -c core.quotePath=true "$@"
}
mkdir "$place/out"
own init --quiet --template=
own read-tree "$base"
while [ "$gone" -gt 0 ]; do printf '%s\0' "$1"; shift; gone=$((gone - 1)); done > "$place/gone"
own update-index --force-remove -z --stdin < "$place/gone"
for path do
  if [ -L "$path" ]; then
    mode=120000 object=$(readlink -n -- "$path" | own hash-object -w --stdin)
  else
    mode=100644
    if [ -x "$path" ]; then mode=100755; fi
    object=$(own hash-object -w --stdin < "$path")
  fi
  printf '%s %s\t%s\0' "$mode" "$object" "$path"
done > "$place/laid"
own update-index --replace -z --index-info < "$place/laid"
if [ "$which" = all ]; then own ls-files -z; else printf '%s\0' "$@"; fi > "$place/wanted"
cd "$place/out"
: > "$place/said"
if [ "$#" -gt 0 ] || [ "$which" = all ]; then
  own checkout-index -q -f -z --stdin < "$place/wanted" 2> "$place/said"
  while IFS= read -r -d '' path; do
    if [ -L "$path" ] || [ -L "$tree/$path" ] || [ ! -f "$path" ] || [ ! -f "$tree/$path" ]; then
      continue
    fi
    cmp -s -- "$path" "$tree/$path" || cat -- "$path" > "$tree/$path"
  done < "$place/wanted"
fi
head -n 5 "$place/said" | sed 's/^/said /'
own ls-files | own check-attr --cached --stdin filter |
  sed -nE '/: filter: (unspecified|unset|set)$/d; s/^(.*): filter: (.*)$/\2\t\1/p' |
  awk -F '\t' '!n[$1]++ { first[$1] = $2 } END { for (one in n) print "filter " n[one] "\t" one "\t" first[one] }'`;

export async function layAsCloned(
  sandbox: Sandbox,
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<Cloned> {
  const gone = changes.flatMap((one) => ('deleted' in one ? [one.path] : []));
  const laid = changes.flatMap((one) => ('deleted' in one ? [] : [one.path]));
  const which = changes.some(({ path }) => isAttributes(path)) ? 'all' : 'laid';
  const given = [which, String(gone.length), ...gone, ...laid];
  const { stdout } = await inWorkspace(sandbox, ['bash', '-c', SCRIPT, 'bash', ...given], signal);
  const lines = stdout.split('\n');
  return {
    refused: lines.flatMap((line) => (line.startsWith('said ') ? [line.slice(5)] : [])),
    filtered: lines.flatMap((line) => {
      const [, count, filter = '', name = ''] = /^filter (\d+)\t([^\t]*)\t(.*)$/.exec(line) ?? [];
      return count === undefined
        ? []
        : [{ filter, path: pathOfListing(name), count: Number(count) }];
    }),
  };
}
