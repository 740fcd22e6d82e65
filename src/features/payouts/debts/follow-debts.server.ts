import { eq } from 'drizzle-orm';
import { listDebts, lockSeller, markOverdue, type SellerDebt } from '#features/ledger/index.server.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { eachApart } from '../model/each-apart.ts';
import { orderPayout } from '../model/payout.tables.ts';
import { ruleAt } from '../model/read-rule.server.ts';
import { isOverdue } from './debt.rules.ts';

/** The debt of an order's seller has changed. */
export async function followDebt(platform: Platform, orderId: string): Promise<void> {
  const [order] = await platform.db
    .select({ sellerId: orderPayout.sellerId })
    .from(orderPayout)
    .where(eq(orderPayout.orderId, orderId));
  if (order) await settle(platform, await listDebts(platform.db, order));
}

/** Looks at the debts of all sellers. */
export async function followDebts(platform: Platform): Promise<void> {
  await settle(platform, await listDebts(platform.db));
}

const settle = (platform: Platform, debts: readonly SellerDebt[]) =>
  eachApart(debts, (debt) => write(platform, (tx) => settleOverdue(tx, debt, platform.clock.now())));

/** Says whether the seller can add listings, by what they owe now. */
export async function settleOverdue(
  tx: Tx,
  { sellerId, currency }: Pick<SellerDebt, 'sellerId' | 'currency'>,
  now: Date,
): Promise<void> {
  await lockSeller(tx, sellerId, currency);
  const debt = (await listDebts(tx.db, { sellerId })).find((one) => one.currency === currency);
  const isLate = debt !== undefined && isOverdue(debt, await ruleAt(tx.db, now), now);
  if (isLate !== ((debt?.overdueSince ?? null) !== null))
    await markOverdue(tx, { sellerId, currency }, isLate ? now : null);
}
