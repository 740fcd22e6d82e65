import type { EmailText } from '#features/notifications/index.server.ts';
import { dateAndTime, dayMonthYear } from '#kernel/time.ts';
import type { AccountEmail } from '../account.jobs.ts';
import type { PayoutAccountRow } from '../payout-account.tables.ts';
import { accountWords } from '../words/account-words.ts';
import { requirementSentence } from '../words/requirement-words.ts';

type Described = Pick<PayoutAccountRow, 'requirements' | 'deadlineAt' | 'bankChangedAt' | 'pausedUntil'>;

/** What the seller is to do, each thing once. */
const wanted = ({ requirements }: Described): string[] => [
  ...new Set((requirements ?? []).filter(({ by }) => by === 'member').map(requirementSentence)),
];
const byDate = ({ deadlineAt }: Described): string =>
  deadlineAt ? dayMonthYear(deadlineAt) : 'the date that Stripe set';

/** An email about a payout account, from what is known of it when it is sent. */
export function accountEmail(email: AccountEmail, account: Described, pageUrl: string): EmailText {
  const button = { label: 'View payout account', url: pageUrl };
  const todo = { label: 'Add details', url: pageUrl };
  const texts: Record<AccountEmail, () => EmailText> = {
    unfinished: () => ({
      subject: 'Finish setting up payouts',
      paragraphs: [accountWords.started.sentence, ...wanted(account)],
      button: { label: 'Continue setup', url: pageUrl },
    }),
    restricted: () => ({
      subject: 'Payouts paused',
      paragraphs: [accountWords.restricted.sentence, ...wanted(account)],
      button: wanted(account).length > 0 ? todo : button,
    }),
    deadline: () => ({
      subject: `Payouts: details due by ${byDate(account)}`,
      paragraphs: [
        `Stripe needs details from you by ${byDate(account)}. After that, Stripe pauses your payouts.`,
        ...wanted(account),
      ],
      button: todo,
    }),
    active: () => ({
      subject: 'Payouts are set up',
      paragraphs: [`Your payout account is active. ${accountWords.active.sentence}`],
      button,
    }),
    rejected: () => ({ subject: 'Payouts unavailable', paragraphs: [accountWords.rejected.sentence], button }),
    closed: () => ({ subject: 'Payout account closed', paragraphs: [accountWords.closed.sentence], button }),
    bank_changed: () => ({
      subject: 'Bank account for payouts changed',
      paragraphs: [
        `The bank account for your payouts was changed${account.bankChangedAt ? ` on ${dateAndTime(account.bankChangedAt)} UTC` : ''}.`,
        ...(account.pausedUntil
          ? [`For your safety, payouts are paused until ${dateAndTime(account.pausedUntil)} UTC.`]
          : []),
        'If this wasn’t you, reply to this email before then, and change your password.',
      ],
      button,
    }),
  };
  return texts[email]();
}
