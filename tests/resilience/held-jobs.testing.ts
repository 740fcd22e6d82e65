import { expect } from 'vitest';
import type { TestMarket } from '#testing/server.ts';

/** Jobs of these names wait until what is answered is called, as they would behind a busy worker; all else runs. */
export async function holdJobs(market: TestMarket, ...names: string[]): Promise<() => Promise<void>> {
  const { pool } = market.platform;
  const ofThem = `in (select id from graphile_worker._private_tasks where identifier in (${names.map((name) => `'${name}'`).join()}))`;
  await pool.query(`create function hold_job() returns trigger language plpgsql as $$ begin
    if new.task_id ${ofThem} then new.run_at := now() + interval '1 hour'; end if;
    return new; end $$`);
  await pool.query(
    'create trigger hold_job before insert on graphile_worker._private_jobs for each row execute function hold_job()',
  );
  return async () => {
    await pool.query('drop function hold_job cascade');
    const { rowCount } = await pool.query(
      `update graphile_worker._private_jobs set run_at = now() where task_id ${ofThem}`,
    );
    expect(rowCount).toBeGreaterThan(0);
    await market.runJobs();
  };
}

/** What the newest job of this name that waits was given. */
export async function newestPayload(market: TestMarket, name: string): Promise<Record<string, unknown>> {
  const { rows } = await market.platform.pool.query(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = $1 order by j.id desc limit 1`,
    [name],
  );
  return rows[0].payload;
}
