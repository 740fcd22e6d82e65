import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'libpg-query';
import { isOutsideTransaction, migrationNames } from '../src/platform/db/migrate.ts';
import { dangersOf, type Node, ruleNames } from './migration-rules.ts';

const root = join(import.meta.dirname, '..');
const shortestReason = 20;

/**
 * Reads each migration that is newer than the baseline (migrations/BASELINE, the last one from before this check) with
 * PostgreSQL's own parser, for what would lock a table that has rows or break a process of the version before. A
 * statement may be let through by a comment above it: `-- allow RULE: why it does no harm here`.
 */
export async function migrationProblems(): Promise<string[]> {
  const folder = join(root, 'migrations');
  const baseline = readFileSync(join(folder, 'BASELINE'), 'utf8').trim();
  const newer = migrationNames(folder).filter((name) => name > baseline);
  const said = await Promise.all(newer.map((name) => problemsIn(name, readFileSync(join(folder, name), 'utf8'))));
  return said.flat();
}

export async function problemsIn(name: string, text: string): Promise<string[]> {
  const problems: string[] = [];
  const bytes = Buffer.from(text);
  let statements: { stmt: Node; stmt_location?: number; stmt_len?: number }[];
  try {
    statements = ((await parse(text)) as { stmts: typeof statements }).stmts ?? [];
  } catch (error) {
    return [`${name}: PostgreSQL cannot read it: ${(error as Error).message}`];
  }
  const isBare = isOutsideTransaction(text);
  if (isBare && statements.length !== 1)
    problems.push(
      `${name}: outside a transaction there is one statement a file, so that a try again begins at the right place`,
    );
  const made = new Set<string>();
  const added = new Set<string>();
  let end = 0;
  for (const { stmt, stmt_location: from = 0, stmt_len: length } of statements) {
    // With the comments above it.
    const above = bytes.subarray(end, from).toString();
    end = length === undefined ? bytes.length : from + length;
    const own = bytes.subarray(from, end).toString();
    const allowed = new Map(
      [...`${above}${own}`.matchAll(/^\s*-- allow ([a-z-]+):? *(.*)$/gm)].map(([, rule = '', reason = '']) => [
        rule,
        reason.trim(),
      ]),
    );
    const lead = /^(?:\s+|--[^\n]*\n)*/.exec(own)?.[0] ?? '';
    const line = (bytes.subarray(0, from).toString() + lead).split('\n').length;
    for (const [rule, why] of dangersOf(stmt, { made, added, isBare })) {
      if (!allowed.has(rule)) problems.push(`${name}:${line}: ${rule}: ${why}`);
      else if ((allowed.get(rule) ?? '').length < shortestReason)
        problems.push(
          `${name}:${line}: -- allow ${rule}: says no reason (a sentence that tells why it does no harm here)`,
        );
      allowed.delete(rule);
    }
    for (const rule of allowed.keys())
      problems.push(
        `${name}:${line}: -- allow ${rule} ${ruleNames.has(rule) ? 'lets nothing through: take it out' : 'names no rule'}`,
      );
  }
  return problems;
}
