import type pg from 'pg';

type Connection = Pick<pg.Pool, 'query'>;

/**
 * The made-up bookings of these orders and what belongs to them: the ledger and the invoices take no change but this one,
 * which says that they never happened. The invoices of demo sellers are issued again where a real order is in them.
 */
export async function removeMoney(
  db: Connection,
  { memberIds, orderIds }: { memberIds: readonly string[]; orderIds: readonly string[] },
): Promise<void> {
  const { rows: invoices } = await withoutTrigger(db, 'invoice', 'invoice_fixed', () =>
    db.query<{ id: string }>('delete from invoice where seller_id = any($1) returning id', [memberIds]),
  );
  // Their numbers are no gap: only those from the next one on are watched.
  if (invoices.length > 0) await db.query('update invoice_series set first = next');
  const movements = await removeMovements(db, orderIds);
  const booked = [...invoices.map(({ id }) => `tax:${id}`), ...movements.map((id) => `fee:${id}`)];
  await withoutTrigger(db, 'ledger_entry', 'ledger_entry_append_only', () =>
    db.query(
      `delete from ledger_entry where transaction_id = any($2)
         or transaction_id in (select transaction_id from ledger_entry where order_id = any($1))`,
      [orderIds, booked],
    ),
  );
  await db.query('delete from transfer_reversal where order_id = any($1)', [orderIds]);
  await db.query('delete from transfer where order_id = any($1)', [orderIds]);
  await db.query('delete from order_payout where order_id = any($1)', [orderIds]);
  await removeBalances(db, memberIds);
}

/** The lines of Stripe's balance that a comparison has read. Returns their ids. */
async function removeMovements(db: Connection, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `delete from stripe_movement where source in (
         select stripe_transfer_id from transfer where order_id = any($1)
         union select v.stripe_id from transfer_reversal v where v.order_id = any($1))
       or purchase_id in (select purchase_id from orders where id = any($1))
         and not exists (select from orders o where o.purchase_id = stripe_movement.purchase_id and o.id <> all($1))
     returning id`,
    [orderIds],
  );
  return rows.map(({ id }) => id);
}

/** What is left of a seller in the ledger is theirs still, as in an order with a real member. */
async function removeBalances(db: Connection, memberIds: readonly string[]): Promise<void> {
  await db.query(
    `update seller_balance b set owed = s.owed, debt = s.debt from (
         select m.id as seller_id, coalesce(-sum(e.amount) filter (where e.account = 'seller'), 0) as owed,
           coalesce(sum(e.amount) filter (where e.account = 'debt'), 0) as debt, e.currency
         from unnest($1::text[]) m (id) join ledger_entry e on e.seller_id = m.id group by 1, 4) s
     where b.seller_id = s.seller_id and b.currency = s.currency`,
    [memberIds],
  );
  const isGone = (table: string) => `delete from ${table} r where r.seller_id = any($1)
    and not exists (select from order_payout p where p.seller_id = r.seller_id)`;
  for (const table of ['seller_balance', 'bank_payout', 'payout_account']) await db.query(isGone(table), [memberIds]);
}

async function withoutTrigger<T>(db: Connection, table: string, trigger: string, work: () => Promise<T>): Promise<T> {
  await db.query(`alter table ${table} disable trigger ${trigger}`);
  const answer = await work();
  await db.query(`alter table ${table} enable trigger ${trigger}`);
  return answer;
}
