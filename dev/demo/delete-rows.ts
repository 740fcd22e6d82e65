import pg from 'pg';

/**
 * Deletes rows by one column, and first whatever points at them, table by table as the schema's foreign keys say.
 * Tables of later features need not be listed.
 */
export async function deleteRows(
  db: Pick<pg.Pool, 'query'>,
  table: string,
  column: string,
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return;
  const { rows } = await db.query<{ child: string; theirs: string; ours: string }>(
    `select c.conrelid::regclass::text as child, theirs.attname as theirs, ours.attname as ours
     from pg_constraint c
     join pg_attribute theirs on theirs.attrelid = c.conrelid and theirs.attnum = c.conkey[1]
     join pg_attribute ours on ours.attrelid = c.confrelid and ours.attnum = c.confkey[1]
     where c.contype = 'f' and c.confrelid = $1::regclass and c.confdeltype in ('a', 'r') and cardinality(c.conkey) = 1`,
    [table],
  );
  const [name, key] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)];
  for (const { child, theirs, ours } of rows) {
    const found = await db.query<{ value: string }>(
      `select distinct ${pg.escapeIdentifier(ours)}::text as value from ${name} where ${key} = any($1)`,
      [values],
    );
    await deleteRows(
      db,
      child,
      theirs,
      found.rows.map(({ value }) => value),
    );
  }
  await db.query(`delete from ${name} where ${key} = any($1)`, [values]);
}
