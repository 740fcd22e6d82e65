import { auditOrders } from '#features/orders/testing.ts';
import { compareWithStripe } from '#features/payouts/compare/compare-day.server.ts';
import { unmatchedInvoices } from '#features/payouts/invoices/issue-invoices.server.ts';
import { auditPayouts } from '#features/payouts/payouts.testing.ts';
import { listStatements } from '#features/payouts/statements/read-statements.server.ts';
import { countFew } from '#platform/troubles/trouble.ts';
import { splits } from './splits.testing.ts';
import { rowsOf, type World } from './world.testing.ts';

/** What must hold whenever nothing is under way. Answers what is broken. */
export async function check(world: Pick<World, 'market'>): Promise<string[]> {
  const { pool } = world.market.platform;
  const broken = [...(await auditOrders(pool)), ...(await auditPayouts(pool))];
  for (const [rule, query] of Object.entries({ ...splits, ...sums })) {
    const rows = await rowsOf<object>(world, query);
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  await compareWithStripe(world.market.platform);
  const differences = await rowsOf(world, 'select currency, source, kind, at_stripe, booked from stripe_difference');
  if (differences.length > 0) broken.push(`L7 Stripe has other sums: ${JSON.stringify(differences.slice(0, 3))}`);
  return broken;
}

const sums: Record<string, string> = {
  'L5 the balance of a seller is not the sum of their rows': `
    select b.*, e.owed as o, e.debt as d from seller_balance b full join (
      select seller_id, currency, -coalesce(sum(amount) filter (where account = 'seller'), 0) as owed,
        coalesce(sum(amount) filter (where account = 'debt'), 0) as debt
      from ledger_entry where account in ('seller', 'debt') group by 1, 2) e using (seller_id, currency)
    where coalesce(b.owed, 0) <> coalesce(e.owed, 0) or coalesce(b.debt, 0) <> coalesce(e.debt, 0)`,
  'L7 the lines of Stripe’s balance are not its sum': `
    select d.currency from (select distinct on (currency) * from stripe_day order by currency, checked_at desc) d where d.difference <> 0`,
  'L8 money was released before its hold ended': `
    select e.order_id, e.at, p.delivered_at, p.hold_days from ledger_entry e join order_payout p on p.order_id = e.order_id
    where e.kind = 'release' and e.account = 'order'
      and (p.delivered_at is null or e.at < p.delivered_at + make_interval(days => coalesce(p.hold_days, 0)))`,
};

/** What must hold at the end, when all of it is over: nothing waits, and statements and invoices are the ledger. */
export async function checkEnd(world: Pick<World, 'market'>): Promise<string[]> {
  const { platform } = world.market;
  const broken = await check(world);
  const days = await rowsOf<{ underWay: string }>(
    world,
    'select distinct on (currency) currency, under_way as "underWay" from stripe_day order by currency, checked_at desc',
  );
  if (days.some(({ underWay }) => underWay !== '0' && Number(underWay) !== 0))
    broken.push(`L7 something is under way for ever: ${JSON.stringify(days)}`);
  const count = await countFew(platform.db, unmatchedInvoices(platform.clock.now()));
  if (count > 0) broken.push(`L10 ${count} sellers’ fees are not their invoices`);
  const gaps = await rowsOf(
    world,
    "select number from invoice where number <> 'F-' || lpad((select count(*) from invoice i where i.number <= invoice.number)::text, 6, '0')",
  );
  if (gaps.length > 0) broken.push(`L10 invoices have gaps: ${JSON.stringify(gaps)}`);
  return [...broken, ...(await checkStatements(world))];
}

/** L9: each statement begins where the one before ended, and adds up; the last ones together are the ledger. */
async function checkStatements(world: Pick<World, 'market'>): Promise<string[]> {
  const broken: string[] = [];
  const totals = new Map<string, number>();
  const sellers = await rowsOf<{ id: string }>(world, 'select distinct seller_id as id from orders');
  for (const { id } of sellers) {
    const last = new Map<string, { closing: number; month: string }>();
    for (const one of (await listStatements(world.market.platform, id)).reverse()) {
      const { currency, opening, totals: moved, closing } = one;
      const before = last.get(currency)?.closing ?? 0;
      if (opening.total.amount !== before || before + moved.change.amount !== closing.total.amount)
        broken.push(`L9 the statement of ${id} for ${one.month} in ${currency} does not add up`);
      last.set(currency, { closing: closing.total.amount, month: one.month });
    }
    for (const [currency, { closing }] of last) totals.set(currency, (totals.get(currency) ?? 0) + closing);
  }
  const books = await rowsOf<{ currency: string; sum: string }>(
    world,
    "select currency, -sum(amount) as sum from ledger_entry where account in ('order', 'seller', 'debt') group by 1",
  );
  for (const { currency, sum } of books)
    if (Number(sum) !== (totals.get(currency) ?? 0))
      broken.push(`L9 all statements in ${currency} are ${totals.get(currency) ?? 0}, and the ledger has ${sum}`);
  return broken;
}
