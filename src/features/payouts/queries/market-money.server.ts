import { sql } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';

type AccountName = 'stripe' | 'order' | 'seller' | 'debt' | 'fee' | 'tax' | 'stripe_fee' | 'loss' | 'host';

/** The market's money in each currency, by the ledger: what is held and owed, and what the market earns. */
export async function readMarketMoney(db: Db) {
  const { rows } = await db.execute<{ currency: Currency; account: AccountName; sum: string }>(
    sql`select currency, account, sum(amount) as sum from ledger_entry group by 1, 2`,
  );
  return [...new Set(rows.map(({ currency }) => currency))].sort().map((currency) => {
    const of = (account: AccountName) =>
      Number(rows.find((row) => row.currency === currency && row.account === account)?.sum ?? 0);
    const margin = -of('fee') - of('stripe_fee') - of('loss');
    return {
      currency,
      atStripe: money(of('stripe'), currency),
      held: money(-of('order'), currency),
      owed: money(-of('seller'), currency),
      debts: money(of('debt'), currency),
      fees: money(-of('fee'), currency),
      tax: money(-of('tax'), currency),
      stripeCost: money(of('stripe_fee'), currency),
      losses: money(of('loss'), currency),
      margin: money(margin, currency),
      host: money(-of('host'), currency),
    };
  });
}
export type MarketMoney = Awaited<ReturnType<typeof readMarketMoney>>[number];

const mostDebtors = 50;

/** The sellers who owe the market, the largest debt first. */
export async function listDebtors(db: Db) {
  const { rows } = await db.execute<{ seller_id: string; currency: Currency; debt: string }>(
    sql`select seller_id, currency, debt from seller_balance where debt > 0 order by debt desc, seller_id limit ${mostDebtors}`,
  );
  const names = await findSellers(
    db,
    rows.map((row) => row.seller_id),
  );
  return rows.map(({ seller_id: id, currency, debt }) => ({
    id,
    username: names.get(id)?.username ?? null,
    debt: money(Number(debt), currency),
  }));
}
