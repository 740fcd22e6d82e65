import { expect, test } from 'vitest';
import { passTime } from '#features/orders/testing.ts';
import { dayMs } from '#kernel/time.ts';
import { startTestMarket } from '#testing/server.ts';
import { seeded } from '../../../dev/demo/seeded.ts';
import { openShop, workOn } from '../money-kills/shop.testing.ts';
import { checkEnd } from '../money-model/checks.testing.ts';
import { pass } from '../money-model/pass.testing.ts';
import { rowsOf } from '../money-model/world.testing.ts';

/** `npm run money-year -- --sellers 50 --orders 5000`. Not part of the tests: it takes long. */
const { MONEY_ORDERS: orders = '0', MONEY_SELLERS: sellers = '50' } = process.env;
const buyers = 8;
/** A step is four days. */
const steps = 91;
const ordersOfPurchase = 2 - 1 / Number(sellers);

test.skipIf(orders === '0')(
  'a year of sales: no difference to Stripe, statements are the ledger, invoices without a gap',
  {
    timeout: 10 * 3_600_000,
  },
  async () => {
    const market = await startTestMarket();
    try {
      const shop = await openShop(market, { sellers: Number(sellers), buyers }, seeded(1));
      let bought = 0;
      for (let step = 1; step <= steps; step++) {
        const purchases = Math.round((Number(orders) * step) / steps / ordersOfPurchase / buyers) - bought;
        bought += purchases;
        await workOn(shop, purchases);
        await passTime(market);
      }
      for (const days of [1, 10, 31, 31]) await pass(shop, days * dayMs);
      expect(await checkEnd(shop)).toEqual([]);
      const [made] = await rowsOf(
        shop,
        `select (select count(*)::int from orders) as orders, (select count(*)::int from transfer where state = 'sent') as transfers,
         (select count(*)::int from transfer_reversal where state = 'done') as reversals, (select count(*)::int from refund) as refunds,
         (select count(*)::int from chargeback) as chargebacks, (select count(*)::int from invoice) as invoices,
         (select count(*)::int from ledger_entry) as rows, (select sum(difference)::int from stripe_day) as difference`,
      );
      process.stdout.write(`${JSON.stringify(made)}\n`);
    } finally {
      await market.close();
    }
  },
);
