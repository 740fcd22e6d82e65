import { and, eq, isNull } from 'drizzle-orm';
import { findRecipient } from '#features/members/index.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { closeAccount } from '#platform/payments/connect/connect.ts';
import type { DeletedMember, Restoration } from '#platform/personal-data/forgetting.ts';
import type { Platform } from '#platform/platform.ts';
import { taxDetails } from '../tax-report/tax-report.tables.ts';
import { closeAccountJob } from './account.jobs.ts';
import { payoutAccount } from './payout-account.tables.ts';

/**
 * A member goes: what they entered here and at Stripe is deleted from their account's row, which stays for the transfers that
 * name it, and the account is not read any more. Stripe's account is closed once the deletion can't be undone.
 */
export async function forgetAccount(
  tx: Tx,
  { memberId, undoUntil }: Pick<DeletedMember, 'memberId' | 'undoUntil'>,
): Promise<void> {
  // Who was asked and gave nothing has nothing to be kept.
  await tx.db.delete(taxDetails).where(and(eq(taxDetails.sellerId, memberId), isNull(taxDetails.givenAt)));
  const gone = await tx.db
    .update(payoutAccount)
    .set({ email: '', requirements: null, deadlineAt: null, bankPrint: null })
    .where(eq(payoutAccount.sellerId, memberId))
    .returning();
  if (gone.length === 0) return;
  tx.enqueue(closeAccountJob, { sellerId: memberId }, { key: memberId, ...(undoUntil && { runAt: undoUntil }) });
}

export const accountReturns: Restoration = {
  rows: { payout_account: 'seller_id = $1', tax_details: 'seller_id = $1' },
};

/** Closes the account of a member who has gone; nothing where they are back. */
export async function closePayoutAccount(platform: Platform, sellerId: string): Promise<void> {
  if (await findRecipient(platform.db, sellerId)) return;
  const [account] = await platform.db.select().from(payoutAccount).where(eq(payoutAccount.sellerId, sellerId));
  if (!account?.stripeAccountId || account.state === 'closed') return;
  await closeAccount(platform.payments, account.stripeAccountId);
  await platform.db.update(payoutAccount).set({ state: 'closed' }).where(eq(payoutAccount.sellerId, sellerId));
}
