import { expect, test, vi } from 'vitest';
import { addMs, dayMs, minuteMs } from '#kernel/time.ts';
import type { TestMarket } from '#testing/server.ts';
import { bargain } from '../offers.testing.ts';

let market: TestMarket;
const { offered, forSale, read, listingOf, accepted } = bargain((made) => {
  ({ market } = made);
});

test('the sweep finds offers and reservations whose timers were lost, says how many, and leaves what is not overdue', async () => {
  const [overdue, fresh] = [(await offered(await forSale())).id, (await offered(await forSale())).id];
  const promised = await forSale();
  const [unpaid, stands] = [await accepted(promised), await accepted(await forSale())];
  const { pool, log } = market.platform;
  const past = addMs(market.clock.now(), -11 * minuteMs);
  await pool.query('delete from job_timer');
  await pool.query('update offer set expires_at = $2, created_at = $3 where id = $1', [
    overdue,
    past,
    addMs(past, -2 * dayMs),
  ]);
  await pool.query('update offer set pay_by = $2 where id = $1', [unpaid, past]);
  const warned = vi.spyOn(log, 'warn');
  const sweep = async () => {
    await pool.query("select graphile_worker.add_job('offers.reconcile')");
    await market.runJobs();
    return warned.mock.calls.splice(0);
  };
  expect(await sweep()).toEqual([['overdue offers are taken up', { pending: 1, open: 1 }]]);
  expect((await Promise.all([overdue, fresh].map((id) => read(id)))).map(({ status }) => status)).toEqual([
    'expired',
    'pending',
  ]);
  expect((await Promise.all([unpaid, stands].map((id) => read(id)))).map(({ promise }) => promise)).toEqual([
    'lapsed',
    'open',
  ]);
  expect(await listingOf(promised)).toEqual({ status: 'active', held: 0 });
  expect(await sweep()).toEqual([]);
});
