import { type History, rowsOf, type World } from './world.testing.ts';

/** What the database has of an order, for the report of a failed walk. */
const parts = {
  order: 'select status, attention, total_amount, paid_at, purchase_id from orders where id = $1',
  payout: 'select * from order_payout where order_id = $1',
  refunds: 'select * from refund where order_id = $1 order by id',
  chargebacks: `select c.id, c.status, c.closed_at, t.* from chargeback_part t join chargeback c on c.id = t.chargeback_id where t.order_id = $1`,
  transfers: 'select * from transfer where order_id = $1 order by id',
  reversals: 'select * from transfer_reversal where order_id = $1 order by id',
  rows: 'select transaction_id, account, amount, at from ledger_entry where order_id = $1 order by id',
  jobs: `select task_identifier, attempts, run_at, last_error from graphile_worker.jobs where $1 <> '' order by id limit 20`,
};

/** The message of a broken rule, with what the market did, each history's moves, and the orders that it names. */
export async function reportOf(world: World, together: readonly History[], message: string): Promise<string> {
  const lines = [message, ...world.events.slice(-40)];
  for (const { no, moves } of together) lines.push(`history ${no}:`, ...moves.map((one) => `  ${one}`));
  const named = await rowsOf<{ id: string }>(world, 'select id from orders where position(id in $1) > 0 limit 3', [
    message,
  ]);
  for (const { id } of named)
    for (const [part, query] of Object.entries(parts))
      for (const row of await rowsOf(world, query, [id])) lines.push(`${id} ${part}: ${JSON.stringify(row)}`);
  return lines.join('\n');
}
