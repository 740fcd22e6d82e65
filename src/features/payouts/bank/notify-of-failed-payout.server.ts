import { eq } from 'drizzle-orm';
import { aboutAccount, type EmailText, mailMember, notify } from '#features/notifications/index.server.ts';
import { formatMoney, money } from '#kernel/numbers/money.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { payoutAccountUpdates } from '../accounts/emails/notify-of-account.server.ts';
import { accountPage } from '../accounts/words/account-words.ts';
import { mailFailedPayoutJob } from './bank.jobs.ts';
import { type BankPayoutRow, bankPayout } from './bank-payout.tables.ts';
import { failureWords } from './failure-words.ts';

const about = (id: string) => `bank-payout-failed-${id}`;

/** Notifies a seller that their bank sent a payout back, in the transaction that stores it. */
export async function notifyOfFailedPayout(
  tx: Tx,
  { id, sellerId, amount, currency }: BankPayoutRow,
  failure: string | null,
  now: Date,
): Promise<void> {
  await notify(tx, {
    userId: sellerId,
    kind: payoutAccountUpdates,
    code: 'bank_failed',
    params: { amount, currency, ...(failure !== null && { failure }) },
    link: accountPage,
    about: about(id),
    now,
  });
  tx.enqueue(mailFailedPayoutJob, { bankPayoutId: id });
}

/** Emails it. */
export async function mailFailedPayout(platform: Platform, bankPayoutId: string): Promise<void> {
  const [failed] = await platform.db.select().from(bankPayout).where(eq(bankPayout.id, bankPayoutId));
  if (!failed) return;
  await mailMember(platform, {
    userId: failed.sellerId,
    kind: aboutAccount('You’re receiving this email because it’s about your payouts.'),
    messageId: about(bankPayoutId),
    email: failedPayoutEmail(failed, `${platform.config.appUrl}${accountPage}`),
  });
}

function failedPayoutEmail({ amount, currency, failure }: BankPayoutRow, url: string): EmailText {
  const [happened, todo] = failureWords(failure);
  return {
    subject: 'A payout didn’t reach your bank',
    paragraphs: [
      `Stripe couldn’t pay ${formatMoney(money(amount, currency))} to your bank. ${happened}`,
      `${todo} Stripe pays you again after that. Your money is safe at Stripe until then.`,
    ],
    button: { label: 'View payout account', url },
  };
}
