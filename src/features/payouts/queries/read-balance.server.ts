import { sql } from 'drizzle-orm';
import { sellerBalances } from '#features/ledger/index.server.ts';
import { type Currency, money } from '#kernel/numbers/money.ts';
import type { Db } from '#platform/db/db.ts';
import type { PayoutBalance } from './balance.contract.ts';
import { heldNet } from './net.server.ts';

interface Held extends Record<string, unknown> {
  currency: Currency;
  held: number | string;
  next_at: Date | string | null;
  next_amount: number | string | null;
}

interface Sent extends Record<string, unknown> {
  currency: Currency;
  on_the_way: number | string;
  paid_out: number | string;
}

/** What a seller has earned in each currency, by how far it is on its way. */
export async function readPayoutBalance(db: Db, sellerId: string, now: Date): Promise<PayoutBalance> {
  const { rows: held } = await db.execute<Held>(sql`
    with held as (
      -- Money that waits for something else has no date.
      select p.currency, case when coalesce(p.paused_reason, 'hold') = 'hold' then p.due_at end as due_at, ${heldNet} as amount from order_payout p where p.seller_id = ${sellerId} and p.state = 'held'
    ), next as (
      select distinct on (currency) currency, due_at from held where due_at > ${now} and amount > 0 order by currency, due_at
    )
    select h.currency, sum(h.amount) as held, n.due_at as next_at,
      sum(h.amount) filter (where (h.due_at at time zone 'UTC')::date = (n.due_at at time zone 'UTC')::date) as next_amount
    from held h left join next n using (currency) group by h.currency, n.due_at`);
  const { rows: sent } = await db.execute<Sent>(sql`
    select t.currency,
      coalesce(sum(t.amount - coalesce(r.amount, 0)) filter (where b.status is distinct from 'paid'), 0) as on_the_way,
      coalesce(sum(t.amount - coalesce(r.amount, 0)) filter (where b.status = 'paid'), 0) as paid_out
    from transfer t left join bank_payout b on b.id = t.bank_payout_id
    left join lateral (select sum(v.amount) as amount from transfer_reversal v where v.order_id = t.order_id and v.transfer_id = t.id and v.state = 'done') r on true
    where t.seller_id = ${sellerId} and t.state in ('claimed', 'sent') group by t.currency`);
  const owed = await sellerBalances(db, sellerId);
  const currencies = [...new Set([...held, ...sent, ...owed].map(({ currency }) => currency))].sort();
  return {
    currencies: currencies.map((currency) => {
      const of = (amount: number | string | null | undefined) => money(Number(amount ?? 0), currency);
      const one = held.find((row) => row.currency === currency);
      const other = sent.find((row) => row.currency === currency);
      const balance = owed.find((row) => row.currency === currency);
      return {
        currency,
        held: of(one?.held),
        ready: of(balance?.owed),
        onTheWay: of(other?.on_the_way),
        paidOut: of(other?.paid_out),
        debt: of(balance?.debt),
        next: one?.next_at ? { at: new Date(one.next_at).toISOString(), amount: of(one.next_amount) } : null,
      };
    }),
  };
}
