import type pg from 'pg';

/** A statement deletes this many at most: no lock is held for long, and a first sweep of years is many small ones. */
export const sweepBatch = 5_000;

/**
 * Deletes the rows of a table that a condition finds, in small statements. `table` and `where` are SQL of ours, with
 * `values` as its `$1`… ; the condition should have an index. A row that changes meanwhile stays until the next sweep.
 * Answers how many rows went.
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
