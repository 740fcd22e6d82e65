import { sql } from 'drizzle-orm';
import { listDebts } from '#features/ledger/index.server.ts';
import { findSellers } from '#features/members/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import { mayWriteOff } from '../debts/debt.rules.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { isUndecided } from '../release/undecided.ts';

/** `outside`: of `order`, what belongs to orders that were paid before transfers existed. */
type AccountName = 'outside' | 'stripe' | 'order' | 'seller' | 'debt' | 'fee' | 'tax' | 'stripe_fee' | 'loss' | 'host';

/** The market's money in each currency, by the ledger: what is held and owed, and what the market earns. */
export async function readMarketMoney(db: Db) {
  const { rows } = await db.execute<{ currency: Currency; account: AccountName; sum: string }>(
    sql`select e.currency, case when p.order_id is null then e.account else 'outside' end as account, sum(e.amount) as sum
      from ledger_entry e left join order_payout p on p.order_id = e.order_id and p.state = 'outside' and e.account = 'order'
      group by 1, 2`,
  );
  return [...new Set(rows.map(({ currency }) => currency))].sort().map((currency) => {
    const of = (account: AccountName) =>
      Number(rows.find((row) => row.currency === currency && row.account === account)?.sum ?? 0);
    const margin = 0 - of('fee') - of('stripe_fee') - of('loss');
    return {
      currency,
      atStripe: money(of('stripe'), currency),
      held: money(0 - of('order'), currency),
      outside: money(0 - of('outside'), currency),
      owed: money(0 - of('seller'), currency),
      debts: money(of('debt'), currency),
      fees: money(0 - of('fee'), currency),
      tax: money(0 - of('tax'), currency),
      stripeCost: money(of('stripe_fee'), currency),
      losses: money(of('loss'), currency),
      margin: money(margin, currency),
      host: money(0 - of('host'), currency),
    };
  });
}
export type MarketMoney = Awaited<ReturnType<typeof readMarketMoney>>[number];

const mostShown = 50;

/** The sellers who owe the market, the largest debt first, with its age. */
export async function listDebtors(db: Db, now: Date) {
  const rule = await ruleAt(db, now);
  const debts = (await listDebts(db)).filter(({ amount }) => amount > 0).slice(0, mostShown);
  const names = await findSellers(
    db,
    debts.map(({ sellerId }) => sellerId),
  );
  return debts.map(({ sellerId: id, currency, amount, since, overdueSince }) => ({
    id,
    username: names.get(id)?.username ?? null,
    debt: money(amount, currency),
    since: since?.toISOString() ?? null,
    /** They can't add listings. */
    isOverdue: overdueSince !== null,
    canWriteOff: mayWriteOff({ since }, rule, now),
  }));
}
export type Debtor = Awaited<ReturnType<typeof listDebtors>>[number];

/** Orders whose money waits for so long that an admin decides, the first payment first. */
export async function listUndecided(db: Db, now: Date) {
  const rule = await ruleAt(db, now);
  const { rows } = await db.execute<{
    order_id: string;
    seller_id: string;
    currency: Currency;
    held: string;
    paid_at: Date | string;
  }>(sql`
    select p.order_id, p.seller_id, p.currency, p.paid_at,
      (select coalesce(-sum(e.amount), 0) from ledger_entry e where e.order_id = p.order_id and e.account = 'order') as held
    from order_payout p
    where ${isUndecided(now, rule)}
    order by p.paid_at, p.order_id limit ${mostShown}`);
  const names = await findSellers(
    db,
    rows.map((row) => row.seller_id),
  );
  return rows.map((row) => ({
    orderId: row.order_id,
    sellerId: row.seller_id,
    seller: names.get(row.seller_id)?.username ?? null,
    held: money(Number(row.held), row.currency),
    paidAt: new Date(row.paid_at).toISOString(),
  }));
}
export type Undecided = Awaited<ReturnType<typeof listUndecided>>[number];
