import { eq, isNull, sql } from 'drizzle-orm';
import { book } from '#features/ledger/index.server.ts';
import { money } from '#kernel/numbers/money.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { purchaseOfObject } from '#platform/payments/purchase-of-object.ts';
import type { Platform } from '#platform/platform.ts';
import { type MovementRow, type Owner, stripeMovement } from './compare.tables.ts';

const atOnce = 100;

interface Owned {
  movement: MovementRow;
  belongsTo: Owner;
  purchaseId: string | null;
}

/**
 * Finds out whose money each new line of Stripe's balance is. Books what no other use case books: Stripe's fees, and the
 * host's own money.
 */
export async function ownMovements(platform: Platform): Promise<void> {
  for (;;) {
    const found = await platform.db
      .select()
      .from(stripeMovement)
      .where(isNull(stripeMovement.belongsTo))
      .orderBy(stripeMovement.id)
      .limit(atOnce);
    if (found.length === 0) return;
    const known = await knownPurchases(platform, found);
    const owned: Owned[] = [];
    for (const movement of found)
      owned.push({ movement, ...(await ownerOf(platform, movement, known.get(movement.id) ?? null)) });
    await write(platform, async (tx) => {
      for (const one of owned) await keep(tx, one, platform.clock.now());
    });
  }
}

/** Types of Stripe's balance transactions. Payments, refunds and disputes are distinguished by the purchase. */
const ownerOfType: Readonly<Record<string, Owner>> = {
  transfer: 'orders',
  transfer_cancel: 'orders',
  transfer_failure: 'orders',
  transfer_refund: 'orders',
  stripe_fee: 'stripe',
  stripe_fx_fee: 'stripe',
  tax_fee: 'stripe',
  network_cost: 'stripe',
  payout: 'host',
  payout_cancel: 'host',
  payout_failure: 'host',
  payout_minimum_balance_hold: 'host',
  payout_minimum_balance_release: 'host',
  reserve_transaction: 'host',
  reserved_funds: 'host',
  topup: 'host',
  topup_reversal: 'host',
  contribution: 'host',
};
const isOfPayment = (source: string | null): source is string => /^(ch|py|re|pyr|dp|du)_/.test(source ?? '');

async function ownerOf(
  platform: Platform,
  { type, source }: MovementRow,
  known: string | null,
): Promise<Omit<Owned, 'movement'>> {
  if (known !== null) return { belongsTo: 'orders', purchaseId: known };
  const belongsTo = ownerOfType[type];
  if (belongsTo) return { belongsTo, purchaseId: null };
  if (!isOfPayment(source)) return { belongsTo: 'unknown', purchaseId: null };
  // Paid moments ago and not yet booked, or a membership's.
  const named = await purchaseOfObject(platform.payments, source);
  const isOurs = named !== null && (await isPurchase(platform, named));
  return isOurs ? { belongsTo: 'orders', purchaseId: named } : { belongsTo: 'host', purchaseId: null };
}

/** The purchases that the database knows the movements of. */
async function knownPurchases(
  { db }: Platform,
  movements: readonly MovementRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = movements.map(({ id }) => id);
  const { rows } = await db.execute<{ id: string; purchase_id: string | null }>(sql`
    select m.id, coalesce(
      (select p.id from purchase p where p.charge_id = m.source),
      (select o.purchase_id from refund r join orders o on o.id = r.order_id where r.stripe_refund_id = m.source limit 1),
      (select coalesce(c.purchase_id, c.order_id) from chargeback c where c.id = m.source)) as purchase_id
    from stripe_movement m where m.id = any(${sql.param(ids)})`);
  return new Map(rows.flatMap((row) => (row.purchase_id === null ? [] : [[row.id, row.purchase_id] as const])));
}

async function isPurchase({ db }: Platform, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from purchase where id = ${id}`);
  return rows.length > 0;
}

async function keep(tx: Tx, { movement, belongsTo, purchaseId }: Owned, at: Date): Promise<void> {
  const { id, currency, fee, net } = movement;
  await tx.db.update(stripeMovement).set({ belongsTo, purchaseId }).where(eq(stripeMovement.id, id));
  if (belongsTo === 'host') await bookAsHost(tx, movement, at);
  const cost = { orders: fee, stripe: -net, host: 0, unknown: 0 }[belongsTo];
  await book(tx, {
    id: `fee:${id}`,
    kind: 'fee',
    at,
    stripeId: id,
    ...(purchaseId !== null && { purchaseId }),
    entries: [
      { account: 'stripe', ...money(-cost, currency) },
      { account: 'stripe_fee', ...money(cost, currency) },
    ],
  });
}

/** Books a line of Stripe's balance as the host's own money. */
export async function bookAsHost(
  tx: Tx,
  { id, net, currency }: Pick<MovementRow, 'id' | 'net' | 'currency'>,
  at: Date,
): Promise<void> {
  await book(tx, {
    id: `host:${id}`,
    kind: 'host',
    at,
    stripeId: id,
    entries: [
      { account: 'stripe', ...money(net, currency) },
      { account: 'host', ...money(-net, currency) },
    ],
  });
}
