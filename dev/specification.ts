import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs/reference/specification.md');
const rowPattern = /^\| ([A-Z]{2}-\d{2}) \| (.*?) \| (.*?) \| (.*?) \|$/;
const notYet = 'not yet';
/**
 * A row that is not wholly there: `partly: what is missing.` before the names of its tests. The words are a person's,
 * the names the script's.
 */
const partlyPattern = /^partly: [^<]{10,}\.(?=<br>|$)/;

/**
 * Row id → the test files whose titles carry it. A title may carry several: `[GD-01] [GD-05] …` or `[GD-01, GD-05]`.
 */
export function rowsInTests(): Map<string, string[]> {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.e2e.ts'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const found = new Map<string, string[]>();
  for (const file of files.split('\n').filter(Boolean)) {
    const ids = new Set<string>();
    for (const [bracket] of readFileSync(join(root, file), 'utf8').matchAll(/\[[A-Z]{2}-\d{2}[^\]\n]*\]/g)) {
      for (const [id] of bracket.matchAll(/\b[A-Z]{2}-\d{2}\b/g)) ids.add(id);
    }
    for (const id of ids) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

/** The last column of a row: what is missing, if that stood there, and the tests of today. */
export function provedBy(tests: ReadonlyMap<string, string[]>, id: string, before: string): string {
  const files = [...(tests.get(id) ?? [])].sort();
  const missing = partlyPattern.exec(before)?.[0];
  if (missing) return [missing, ...files].join('<br>');
  return files.join('<br>') || notYet;
}

/**
 * Where the table and the tests disagree, in words. Ids of the proof plan (RC, WH, FT, …) are not rows of the
 * specification.
 */
export function specificationProblems(): string[] {
  const tests = rowsInTests();
  const problems: string[] = [];
  for (const line of readFileSync(page, 'utf8').split('\n')) {
    const [, id, , , named] = rowPattern.exec(line) ?? [];
    if (!id || named === undefined) continue;
    const actual = provedBy(tests, id, named);
    if (named.startsWith('partly') && !partlyPattern.test(named))
      problems.push(`${id}: say what is missing, as a sentence: "partly: ….<br>tests"`);
    else if (named !== actual)
      problems.push(
        `${id}: the table names ${named}, the tests are ${actual} (run: node dev/specification.ts --write)`,
      );
  }
  return problems;
}

if (process.argv.includes('--write')) {
  const tests = rowsInTests();
  const lines = readFileSync(page, 'utf8').split('\n');
  const written = lines.map((line) => {
    const [, id, row, where, named] = rowPattern.exec(line) ?? [];
    return id ? `| ${id} | ${row} | ${where} | ${provedBy(tests, id, named ?? '')} |` : line;
  });
  writeFileSync(page, written.join('\n'));
}
