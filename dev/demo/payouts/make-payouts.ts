import { mailAccountJob } from '#features/payouts/accounts/account.jobs.ts';
import { linkAccount } from '#features/payouts/accounts/link-account.server.ts';
import { readPayoutAccount } from '#features/payouts/accounts/read/read-account.server.ts';
import { compareWithStripe } from '#features/payouts/compare/compare-day.server.ts';
import { dayMs, minuteMs } from '#kernel/time.ts';
import { countryOf } from '../addresses.ts';
import { before, type Chapter, type Demo, type MadeMember, memberOf } from '../chapter.ts';
import { actorOf, type Simulator } from '../simulator.ts';
import { followDay } from './payout-days.ts';

/** Since then the shop is paid out: long enough for statements of two whole months. */
const sinceDays = 75;

/**
 * The shop has a payout account, and its orders since then are released, sent and paid to its bank. All other sales are of
 * the time before payouts, as after an upgrade.
 */
export const payoutsChapter: Chapter = {
  name: 'payouts',
  async make(demo) {
    const [simulator] = demo.simulators;
    if (!simulator) return;
    const shop = memberOf(demo, 'shop@example.test');
    await settleOutside(demo, shop.id);
    await setUpAccount(demo, simulator, shop);
    for (let days = sinceDays; days >= 0; days--) {
      simulator.moveTo(before(demo, days * dayMs));
      await followDay(demo, simulator, { shopId: shop.id, days });
      demo.progress(sinceDays - days, sinceDays);
    }
    await compareWithStripe(simulator.platform);
  },
};

/** The demo's other sellers have no accounts at Stripe and can be bought from all the same. */
async function settleOutside(demo: Demo, shopId: string): Promise<void> {
  const { pool } = demo.platform;
  await pool.query(
    `insert into order_payout (order_id, seller_id, currency, state, paid_at, updated_at)
     select id, seller_id, currency, 'outside', paid_at, $1 from orders
     where paid_at is not null and (seller_id <> $2 or paid_at < $3)
     on conflict (order_id) do nothing`,
    [demo.now, shopId, before(demo, sinceDays * dayMs)],
  );
  await pool.query(
    `insert into payout_rule (id, figures, by, since)
     values ('demo', '{"blockFromOrders": null, "blockFromOwed": null}', 'demo', '2000-01-01') on conflict do nothing`,
  );
}

async function setUpAccount(demo: Demo, simulator: Simulator, shop: MadeMember): Promise<void> {
  const { platform } = simulator;
  const started = before(demo, sinceDays * dayMs);
  simulator.moveTo(started);
  const { url } = await linkAccount(platform, { ...actorOf(shop.id), signedInAt: started }, countryOf(shop));
  await simulator.onboard(url);
  simulator.moveTo(new Date(started.getTime() + 2 * minuteMs));
  await simulator.settleStripe();
  await readPayoutAccount(platform, shop.id);
  // The email about it would be sent today.
  await platform.pool.query(
    'select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = $1))',
    [mailAccountJob.name],
  );
}
