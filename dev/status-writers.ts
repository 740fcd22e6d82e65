import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A listing's status is walked by this file alone, or its history would not be the truth. */
const writer = 'src/features/listings/lifecycle/listing.move.server.ts';
/**
 * They fill a table of their own market: with more than the product would make in a test's time, or with every state
 * side by side.
 */
const fillers = [
  'bench/lib/fill.ts',
  'tests/contracts/plans.embedded.test.ts',
  'src/features/bulk/change/bulk-batch.isolated.test.ts',
  'src/features/listings/sitemap/sitemap-large.test.ts',
  'src/features/listings/read/own-answers.test.ts',
];
const apart = new Set([writer, ...fillers, 'dev/status-writers.ts', 'dev/status-writers.unit.test.ts']);

const rules: readonly [RegExp, string][] = [
  // The set of an update in SQL ends at its where; `status` may be any of its columns.
  [
    /\bupdate\s+(?:only\s+)?"?listing"?\s+(?:as\s+\w+\s+|\w+\s+)?set\b(?:(?!\bwhere\b|;)[\s\S])*?\b(?:status|paused_by)"?\s*=/gi,
    'updates it in SQL',
  ],
  [/\b(?:insert\s+into|copy|merge\s+into)\s+"?listing"?[\s(]/gi, 'writes rows in SQL'],
  [/\.insert\(\s*listing\s*\)/g, 'inserts rows'],
  [/\.update\(\s*listing\s*\)\s*\.set\(\s*\{(?:(?!\.where\()[\s\S])*?\b(?:status|pausedBy)\b/g, 'updates it'],
];

/** Where anything but the one writer sets a listing's status, each as a sentence. */
export function statusWriters(files: Iterable<readonly [path: string, text: string]>): string[] {
  const found: string[] = [];
  for (const [path, text] of files) {
    if (apart.has(path)) continue;
    for (const [pattern, what] of rules) {
      for (const { index } of text.matchAll(pattern)) {
        const line = text.slice(0, index).split('\n').length;
        found.push(
          `${path}:${line} ${what}: a listing's status is moved by moveListing (${writer}) alone, with its history`,
        );
      }
    }
  }
  return found;
}

/** The same for all code of this repository, tests and migrations included. */
export function statusWriterProblems(root: string): string[] {
  const paths = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.sql'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const read = function* (): Generator<readonly [string, string]> {
    for (const path of new Set(paths.split('\n').filter(Boolean))) {
      try {
        yield [path, readFileSync(join(root, path), 'utf8')];
      } catch {
        // Deleted and not yet committed.
      }
    }
  };
  return statusWriters(read());
}
