import { and, eq, inArray } from 'drizzle-orm';
import { sellerBalances } from '#features/ledger/index.server.ts';
import { conflict } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { DeletionCheck } from '#platform/personal-data/forgetting.ts';
import { bankPayout } from '../bank/bank-payout.tables.ts';
import { findFailedPayout } from '../bank/list-bank-payouts.server.ts';
import { payoutRefusals } from '../contract.ts';
import { orderPayout, transfer } from './payout.tables.ts';

/** Refuses (409) the deletion of a seller who is owed money, owes some, or whose money isn't at their bank yet. */
async function refuseOwed(db: Db, memberId: string): Promise<void> {
  const [waiting] = await db
    .select({ id: orderPayout.orderId })
    .from(orderPayout)
    .where(and(eq(orderPayout.sellerId, memberId), inArray(orderPayout.state, ['held', 'ready'])))
    .limit(1);
  const [onTheWay] = await db
    .select({ id: transfer.id })
    .from(transfer)
    .where(and(eq(transfer.sellerId, memberId), eq(transfer.state, 'claimed')))
    .limit(1);
  const [toBank] = await db
    .select({ id: bankPayout.id })
    .from(bankPayout)
    .where(and(eq(bankPayout.sellerId, memberId), inArray(bankPayout.status, ['pending', 'in_transit'])))
    .limit(1);
  if (toBank || (await findFailedPayout(db, memberId)))
    throw conflict(
      payoutRefusals.moneyOwed,
      'Your last payout isn’t at your bank yet. Delete your account after it arrives.',
    );
  const balances = await sellerBalances(db, memberId);
  if (waiting || onTheWay || balances.some(({ owed }) => owed > 0))
    throw conflict(
      payoutRefusals.moneyOwed,
      'You have earnings that we haven’t sent yet. Delete your account after they’re paid out.',
    );
  if (balances.length > 0)
    throw conflict(
      payoutRefusals.moneyOwed,
      'You owe us money for a refund after a payout. Contact support to settle it before you delete your account.',
    );
}

export const payoutsDeletionCheck: DeletionCheck = {
  refuse: refuseOwed,
  settle: async () => {},
  isUnsettled: async () => false,
  listShown: async () => new Set(),
};
