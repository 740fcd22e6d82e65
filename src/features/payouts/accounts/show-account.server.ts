import { eq } from 'drizzle-orm';
import { findSalesBlocks } from '#features/listings/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { findFailedPayout } from '../bank/list-bank-payouts.server.ts';
import type { ShownAccount } from '../contract.ts';
import { readTaxDetails } from '../tax-report/tax-details.server.ts';
import { accountLimits } from './account.limits.ts';
import { isOver } from './account-state.rules.ts';
import { type Banner, bannerOf } from './banner.rules.ts';
import { payoutAccount } from './payout-account.tables.ts';
import { readPayoutAccount } from './read/read-account.server.ts';
import { errorSentence, requirementSentence } from './words/requirement-words.ts';

/** A seller's account, as they see it: the state, and each thing that Stripe waits for in words. */
export async function showAccount({ db, clock }: Platform, sellerId: string): Promise<ShownAccount> {
  const [[account], blocks] = await Promise.all([
    db.select().from(payoutAccount).where(eq(payoutAccount.sellerId, sellerId)),
    findSalesBlocks(db, [sellerId]),
  ]);
  const state = account?.state ?? 'none';
  const isPaused = account?.pausedUntil != null && account.pausedUntil > clock.now();
  const dueAt = account?.deadlineAt?.toISOString() ?? null;
  return {
    state,
    country: account?.country ?? null,
    requirements: (account?.requirements ?? []).map((requirement) => ({
      code: requirement.what,
      sentence: requirementSentence(requirement),
      problem: errorSentence(requirement),
      who: requirement.by,
      dueAt: requirement.by === 'member' ? dueAt : null,
      isPastDue: requirement.isPastDue,
    })),
    pausedUntil: isPaused ? (account?.pausedUntil?.toISOString() ?? null) : null,
    salesBlocked: blocks.has(sellerId),
    canLink: state === 'none' || !isOver(state),
  };
}

/** The same after a return from Stripe's page: the account is read first, without waiting for an event. */
export async function showAccountAfterReturn(platform: Platform, sellerId: string): Promise<ShownAccount> {
  const { allowed } = await platform.limits.take(accountLimits.readings, sellerId);
  if (allowed)
    await readPayoutAccount(platform, sellerId).catch((error: unknown) =>
      platform.log.warn('a payout account could not be read yet', { error }),
    );
  return showAccount(platform, sellerId);
}

/** What the seller's dashboard says of payouts before all else. */
export async function findAccountBanner({ db, clock, config }: Platform, sellerId: string): Promise<Banner | null> {
  const [[account], blocks, failed, tax] = await Promise.all([
    db.select().from(payoutAccount).where(eq(payoutAccount.sellerId, sellerId)),
    findSalesBlocks(db, [sellerId]),
    findFailedPayout(db, sellerId),
    config.taxReportCountry === null ? { dueAt: null, isHeld: false } : readTaxDetails(db, sellerId),
  ]);
  return bannerOf(account ?? null, { isSalesBlocked: blocks.has(sellerId), failed, tax }, clock.now());
}
