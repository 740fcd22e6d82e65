import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passTime } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { seeded } from '../../../dev/demo/seeded.ts';
import { checkEnd } from '../money-model/checks.testing.ts';
import { enqueueScheduled } from '../money-model/pass.testing.ts';
import { rowsOf } from '../money-model/world.testing.ts';
import { openShop, type Shop, workOn } from './shop.testing.ts';
import { type KilledWorker, startKilledWorker } from './workers.testing.ts';

/** `npm run money-kills -- --rounds 200` kills more often. */
const rounds = Number(process.env.MONEY_ROUNDS ?? 3);
let market: TestMarket;
let workers: KilledWorker[];
let shop: Shop;
beforeAll(async () => {
  market = await startTestMarket({ roles: ['web', 'realtime'] });
  workers = await Promise.all([startKilledWorker(market), startKilledWorker(market)]);
  shop = await openShop(market, { sellers: 6, buyers: 2 }, seeded(rounds));
}, 120_000);
afterAll(async () => {
  for (const worker of workers ?? []) await worker.close();
  await market?.close();
});

test('two worker processes that are killed while they release, send, refund and take back pay nothing twice and lose nothing', {
  timeout: 120_000 + rounds * 30_000,
}, async () => {
  for (let round = 0; round < rounds; round++) {
    await workOn(shop);
    await pause(Math.random() * 500);
    await workers[round % 2]?.kill();
  }
  for (const days of [1, 1, 10, 31, 31]) {
    await settle(days * dayMs);
    await enqueueScheduled(shop);
  }
  await settle(0);
  expect(await checkEnd({ market })).toEqual([]);
  const [made] = await rowsOf<Record<string, number>>(
    { market },
    `select (select count(*)::int from ledger_entry where kind = 'release' and account = 'order') as releases,
       (select count(*)::int from transfer where state = 'sent') as transfers,
       (select count(*)::int from refund where state = 'done') as refunds,
       (select count(*)::int from transfer_reversal where state = 'done') as reversals`,
  );
  process.stdout.write(`${rounds} kills: ${JSON.stringify(made)}\n`);
  expect(made?.transfers).toBeGreaterThan(0);
});

/** Jobs of a killed worker are taken up by another one after a while. */
async function settle(ms: number): Promise<void> {
  for (let tries = 5, left = ms; ; tries--, left = 0) {
    try {
      return await passTime(market, left);
    } catch (error) {
      if (tries === 0) throw error;
    }
  }
}
