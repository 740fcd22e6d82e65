import { eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import { taxDetails } from '../tax-report/tax-report.tables.ts';
import type { AccountState } from './account-state.rules.ts';
import { payoutAccount } from './payout-account.tables.ts';

export interface SellersAccount {
  state: AccountState;
  /** Null until Stripe has answered. */
  stripeAccountId: string | null;
  /** No transfers until then: the bank account was changed. */
  pausedUntil: Date | null;
  /** No transfers until the seller gives the details of the tax report. */
  lacksTaxDetails: boolean;
}

/** Where a seller is paid to; null while they have not started to set it up. */
export async function accountFor(db: Db, sellerId: string): Promise<SellersAccount | null> {
  const { state, stripeAccountId, pausedUntil } = payoutAccount;
  const [found] = await db
    .select({ state, stripeAccountId, pausedUntil, lacksTaxDetails: sql<boolean>`${taxDetails.heldAt} is not null` })
    .from(payoutAccount)
    .leftJoin(taxDetails, eq(taxDetails.sellerId, payoutAccount.sellerId))
    .where(eq(payoutAccount.sellerId, sellerId));
  return found ?? null;
}
