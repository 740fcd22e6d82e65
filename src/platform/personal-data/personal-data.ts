import pg from 'pg';
import { connectionOf, type Db } from '#platform/db/db.ts';

/**
 * What a column is to the member whose row it is:
 * - `own`: theirs; in the export, gone when they go.
 * - `secret`: theirs, but of no use to a reader (hashes, tokens); gone when they go, never exported.
 * - `kept`: theirs, in the export, and stays after they have gone, because a record of others or the law needs it.
 * - `other`: somebody else's or of both sides of a deal under the other's name; never exported.
 * - `none`: says nothing of a person by itself (numbers of our own, states, what everybody may see of the market).
 */
export type ColumnTag = 'own' | 'secret' | 'kept' | 'other' | 'none';

/**
 * A tag, or one that holds only for the rows where `when` (SQL, the member as $1) is true; elsewhere the column is
 * somebody else's.
 */
export type ColumnRule = ColumnTag | { tag: ColumnTag; when: string };

export interface TableRules {
  /** SQL that finds the member's rows, the member as $1; null for a table that has no rows of a member. */
  rowsOf: string | null;
  columns: Record<string, ColumnRule>;
}

/**
 * Every table of a room with every column of it. A test compares this with the schema, so a new column cannot be
 * forgotten.
 */
export type PersonalData = Record<string, TableRules>;

export function tagOf(rule: ColumnRule): ColumnTag {
  return typeof rule === 'string' ? rule : rule.tag;
}

/** Gives all of these columns one tag. */
export function all(tag: ColumnTag, names: string): Record<string, ColumnRule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, tag]));
}

/** The member's own part of a table, by the rules alone: what is tagged `own` or `kept`. */
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
    const shown = pg.escapeIdentifier(name.replace(/_([a-z])/g, (_, email: string) => email.toUpperCase()));
    return typeof rule === 'string' ? `${column} as ${shown}` : `case when ${rule.when} then ${column} end as ${shown}`;
  });
  const { rows } = await connectionOf(db).query(
    `select ${list.join(', ')} from ${pg.escapeIdentifier(table)} where ${rules.rowsOf}`,
    [memberId],
  );
  return rows;
}
