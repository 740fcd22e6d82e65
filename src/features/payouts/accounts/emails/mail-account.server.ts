import { eq } from 'drizzle-orm';
import { findRecipient } from '#features/members/index.server.ts';
import { aboutAccount, mailMember } from '#features/notifications/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { AccountEmail } from '../account.jobs.ts';
import { payoutAccount } from '../payout-account.tables.ts';
import { accountPage } from '../words/account-words.ts';
import { accountEmail } from './account.email-texts.ts';

interface Described {
  sellerId: string;
  email: AccountEmail;
  /** Identifies the event: it is sent once to each address. */
  about: string;
  to?: string | undefined;
}

/** Emails a seller about their payout account, at the address of their account or at an earlier one. */
export async function mailAccount(platform: Platform, { sellerId, email, about, to }: Described): Promise<void> {
  const [account] = await platform.db.select().from(payoutAccount).where(eq(payoutAccount.sellerId, sellerId));
  if (!account) return;
  if (to !== undefined && (await findRecipient(platform.db, sellerId))?.email === to) return;
  await mailMember(platform, {
    userId: sellerId,
    ...(to !== undefined && { to }),
    kind: aboutAccount('You’re receiving this email because it’s about your payouts.'),
    messageId: to === undefined ? about : `${about}-earlier`,
    email: accountEmail(email, account, `${platform.config.appUrl}${accountPage}`),
  });
}
