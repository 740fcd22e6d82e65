import { and, eq, isNull } from 'drizzle-orm';
import { requireStepUp, requireVerifiedEmail } from '#features/auth/index.server.ts';
import { findRecipient } from '#features/members/index.server.ts';
import { conflict, invalid, Refusal, signInFirst } from '#kernel/refusal.ts';
import { countryName } from '#kernel/text/country-name.ts';
import { addMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { accountLink, dashboardLink, openAccount } from '#platform/payments/connect/connect.ts';
import { isPaidOutIn } from '#platform/payments/payout-countries.ts';
import type { Platform } from '#platform/platform.ts';
import { payoutRefusals } from '../contract.ts';
import { payoutsPolicy } from '../model/payouts.policy.ts';
import { readAccountJob, remindOfAccountJob } from './account.jobs.ts';
import { accountLimits } from './account.limits.ts';
import { accountTimes } from './account.rules.ts';
import { isOver } from './account-state.rules.ts';
import { type PayoutAccountRow, payoutAccount } from './payout-account.tables.ts';
import { accountPage, accountWords, countrySentence } from './words/account-words.ts';

/**
 * Leads to Stripe's page where a seller enters what Stripe wants to know, or to their dashboard at Stripe where nothing
 * is missing: only there can a bank account be changed. The first time it creates their account: its
 * row is stored before Stripe is called, with what the call says, so that two presses, and a press after an answer that
 * was lost, are the same call. Refuses without a step-up (403), without a country that is paid out in, another country
 * than the account's (422), over the limit (429), and an account that is over (409).
 */
export async function linkAccount(platform: Platform, actor: Actor, country?: string): Promise<{ url: string }> {
  // Before the step-up: without a confirmed email nothing follows from it.
  await write(platform, (tx) => requireVerifiedEmail(platform, tx, payoutsPolicy, 'set up account', actor.id));
  await requireStepUp(platform, actor);
  await platform.limits.count(accountLimits.links, actor.id);
  const account = await write(platform, (tx) => startAccount(platform, tx, actor.id, country));
  const page = `${platform.config.appUrl}${accountPage}`;
  const urls = { returnUrl: `${page}?from=stripe`, refreshUrl: `${page}?link=expired` };
  return callStripe(platform, async () => {
    const id = account.stripeAccountId ?? (await createAtStripe(platform, account));
    if (isFilledIn(account)) return { url: await dashboardLink(platform.payments, id) };
    return { url: await accountLink(platform.payments, id, urls) };
  });
}

/** The seller's row, new or known. */
async function startAccount(
  { clock, config }: Platform,
  tx: Tx,
  sellerId: string,
  country: string | undefined,
): Promise<PayoutAccountRow> {
  const known = await findRow(tx, sellerId);
  if (known) return usable(known, country);
  if (!country) throw invalid({ country: 'Select your country.' });
  if (!isPaidOutIn(country, config.hostCountry)) throw invalid({ country: countrySentence(country) });
  const now = clock.now();
  const seller = await findRecipient(tx.db, sellerId);
  if (!seller) throw signInFirst();
  const [started] = await tx.db
    .insert(payoutAccount)
    .values({ sellerId, country, email: seller.email, state: 'started', createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning();
  if (!started) return usable((await findRow(tx, sellerId)) as PayoutAccountRow, country);
  const runAt = addMs(now, accountTimes.unfinishedMs);
  tx.enqueue(remindOfAccountJob, { sellerId }, { key: sellerId, runAt });
  return started;
}

/** Stripe knows the seller and their bank account, and waits for nothing of them. */
const isFilledIn = ({ bankPrint, requirements }: PayoutAccountRow) =>
  bankPrint !== null && !requirements?.some(({ by }) => by === 'member');

async function findRow({ db }: Tx, sellerId: string): Promise<PayoutAccountRow | undefined> {
  const [row] = await db.select().from(payoutAccount).where(eq(payoutAccount.sellerId, sellerId));
  return row;
}

function usable(account: PayoutAccountRow, country: string | undefined): PayoutAccountRow {
  const code = { closed: payoutRefusals.accountClosed, rejected: payoutRefusals.accountRejected };
  if (isOver(account.state)) throw conflict(code[account.state], accountWords[account.state].sentence);
  if (country !== undefined && country !== account.country)
    throw invalid({ country: `Your account is in ${countryName(account.country)}. The country can’t be changed.` });
  return account;
}

/** The same seller has one account at Stripe: the call has the seller's key. */
async function createAtStripe(platform: Platform, { sellerId, email, country }: PayoutAccountRow): Promise<string> {
  const { id } = await openAccount(platform.payments, { sellerId, email, country });
  await write(platform, (tx) => keepAccount(tx, sellerId, id, platform.clock.now()));
  return id;
}

/** Stores the account of a seller who has none yet, and reads it. */
export async function keepAccount(tx: Tx, sellerId: string, stripeAccountId: string, now: Date): Promise<void> {
  await tx.db
    .update(payoutAccount)
    .set({ stripeAccountId, updatedAt: now })
    .where(and(eq(payoutAccount.sellerId, sellerId), isNull(payoutAccount.stripeAccountId)));
  tx.enqueue(readAccountJob, { sellerId }, { key: sellerId });
}

async function callStripe<T>({ log }: Platform, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.error('Stripe: the page of a payout account could not be opened', { error });
    const sentence = 'We couldn’t reach Stripe. Nothing was changed. Try again in a minute.';
    throw new Refusal(503, 'payment_unavailable', sentence, { retryAfterSeconds: 30 });
  }
}
