import pg from 'pg';
import { connectionOf, type Db } from '#platform/db/db.ts';

/**
 * What a column means for the member of the row:
 * - `own`: their data; exported, deleted with the account.
 * - `secret`: their data, but of no use to a reader (hashes, tokens); deleted with the account, never exported.
 * - `kept`: their data, exported, and retained after the account, because a record of others or the law requires it.
 * - `other`: another person's data, or shared data under the other's name; never exported.
 * - `none`: no personal data (our own numbers, states, public data).
 */
export type ColumnTag = 'own' | 'secret' | 'kept' | 'other' | 'none';

/**
 * A tag, or one that applies only to rows where `when` (SQL, the member as $1) is true; in other rows the column is
 * another person's.
 */
export type ColumnRule = ColumnTag | { tag: ColumnTag; when: string };

export interface TableRules {
  /** SQL that finds the member's rows, the member as $1; null for a table without rows of members. */
  rowsOf: string | null;
  columns: Record<string, ColumnRule>;
}

/**
 * Every table of a feature with every column. A test compares this with the schema, so that no new column is missed.
 */
export type PersonalData = Record<string, TableRules>;

export function tagOf(rule: ColumnRule): ColumnTag {
  return typeof rule === 'string' ? rule : rule.tag;
}

/** Gives all of these columns one tag. */
export function all(tag: ColumnTag, names: string): Record<string, ColumnRule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, tag]));
}

/** The member's own data in a table: columns tagged `own` or `kept`. */
export async function readOwnRows(
  db: Db,
  data: PersonalData,
  table: string,
  memberId: string,
): Promise<Record<string, unknown>[]> {
  const rules = data[table];
  if (!rules?.rowsOf) return [];
  const columns = Object.entries(rules.columns).filter(([, rule]) => ['own', 'kept'].includes(tagOf(rule)));
  const list = columns.map(([name, rule]) => {
    const column = pg.escapeIdentifier(name);
    const alias = pg.escapeIdentifier(name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
    return typeof rule === 'string' ? `${column} as ${alias}` : `case when ${rule.when} then ${column} end as ${alias}`;
  });
  const { rows } = await connectionOf(db).query(
    `select ${list.join(', ')} from ${pg.escapeIdentifier(table)} where ${rules.rowsOf}`,
    [memberId],
  );
  return rows;
}
