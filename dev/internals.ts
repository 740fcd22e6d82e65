import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names that frameworks and libraries keep for themselves: the next release may rename or drop them. */
const internals: readonly (readonly [pattern: RegExp, whose: string])[] = [
  [/\bUNSAFE_\w+/g, 'React Router'],
  [/\b__reactRouter\w+/g, 'React Router'],
  [/\bstaticHandlerContext\.loaderData\b/g, 'React Router'],
  [/__reactProps|__reactFiber|__reactContainer/g, 'React'],
  [/\b__(?:SERVER|CLIENT)_INTERNALS_\w+/g, 'React'],
];

/** They name what they look for. */
const apart = new Set(['dev/internals.ts', 'dev/internals.unit.test.ts']);

/** Where a file uses something that its framework keeps for itself, each as a sentence. */
export function frameworkInternals(files: Iterable<readonly [path: string, text: string]>): string[] {
  const found: string[] = [];
  for (const [path, text] of files) {
    if (apart.has(path)) continue;
    for (const [pattern, whose] of internals)
      for (const { 0: name, index } of text.matchAll(pattern))
        found.push(
          `${path}:${text.slice(0, index).split('\n').length} uses ${name}, an internal of ${whose}: use its public API`,
        );
  }
  return found;
}

/** The same for the product's and the tools' code. */
export function internalsProblems(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'dev'], {
    cwd: root,
    encoding: 'utf8',
  });
  const read = function* (): Generator<readonly [string, string]> {
    for (const path of new Set(listed.split('\n').filter((path) => /\.(ts|tsx|mjs)$/.test(path)))) {
      try {
        yield [path, readFileSync(join(root, path), 'utf8')];
      } catch {
        // Deleted and not yet committed.
      }
    }
  };
  return frameworkInternals(read());
}
