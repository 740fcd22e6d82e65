import type pg from 'pg';

/** Rows per statement: no lock is held for long, and the first sweep after years is many small statements. */
export const sweepBatch = 5_000;

/**
 * Deletes the rows of a table that match a condition, in small statements. `table` and `where` are our own SQL, with
 * `values` as `$1`…; the condition should have an index. A row that changes meanwhile stays until the next sweep.
 * Returns the number of deleted rows.
 */
export async function sweepRows(
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  where: string,
  values: readonly unknown[],
): Promise<number> {
  let swept = 0;
  for (let gone = sweepBatch; gone === sweepBatch; swept += gone) {
    const { rowCount } = await pool.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${sweepBatch}))`,
      [...values],
    );
    gone = rowCount ?? 0;
  }
  return swept;
}
