import type pg from 'pg';

/** What the ledger must hold at each commit. Each query finds the transactions, orders or sellers that break a rule. */
const rules: Record<string, string> = {
  'L1 a transaction does not sum to zero': `
    select transaction_id as id from ledger_entry group by transaction_id, currency having sum(amount) <> 0`,
  'L3 more left an order than came in': `
    select order_id as id from ledger_entry where account = 'order' group by order_id, currency having sum(amount) > 0`,
  'L3 a row of an order or a seller without its id': `
    select transaction_id as id from ledger_entry
    where (account = 'order' and order_id is null) or (account in ('seller', 'debt') and seller_id is null)`,
  'L5 a seller owes on the account of what is owed to sellers': `
    select seller_id as id from ledger_entry where account = 'seller' group by seller_id, currency having sum(amount) > 0`,
  'L5 a debt below zero': `
    select seller_id as id from ledger_entry where account = 'debt' group by seller_id, currency having sum(amount) < 0`,
  'L6 an object at Stripe in two transactions, or a transaction that moves two sums at Stripe': `
    select min(transaction_id) as id from ledger_entry where account = 'stripe' and stripe_id is not null
    group by stripe_id having count(*) > 1
    union select transaction_id from ledger_entry where account = 'stripe' group by transaction_id having count(*) > 1`,
};

/** The broken rules of the ledger, each with ids; to be run when nothing is under way. */
export async function auditLedger(pool: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await pool.query<{ id: string }>(query);
    if (rows.length > 0)
      broken.push(
        `${rule}: ${rows
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}`,
      );
  }
  return broken;
}
