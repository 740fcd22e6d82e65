import { formatMoney, type Money } from '#kernel/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { Letter } from '#platform/mail/letter.ts';
import { tierDefinitions } from './contract.ts';

export interface InvoiceFacts {
  username: string;
  number: string | null;
  amount: Money;
  /** The first bill of a subscription. */
  isFirst: boolean;
  paidUntil: Date | null;
  nextTryAt: Date | null;
  /** The market's page of the subscription. */
  pageUrl: string;
}

type Text = Omit<Letter, 'to' | 'brand'>;

/** After a payment: the receipt, and when the next one follows. */
export function paidLetter({ username, number, amount, isFirst, paidUntil, pageUrl }: InvoiceFacts): Text {
  const sum = formatMoney(amount);
  const next = paidUntil ? ` It is paid until ${dayMonthYear(paidUntil)}, and renews on that day unless you cancel before.` : '';
  return {
    subject: isFirst ? 'Your premium has begun' : 'Your premium was renewed',
    paragraphs: [
      `Hello ${username}.`,
      `${isFirst ? 'Thank you. Your premium has begun' : 'Your premium was renewed'}: ${sum} was charged${number ? ` (invoice ${number})` : ''}.${next}`,
    ],
    button: { label: 'See subscription and invoices', url: pageUrl },
    footer: 'You get this for each payment of your premium subscription.',
  };
}

/** After a payment that failed: what follows from it, and what to do. */
export function failedLetter({ username, amount, nextTryAt, pageUrl }: InvoiceFacts): Text {
  const next = nextTryAt
    ? `The payment is tried again on ${dayMonthYear(nextTryAt)}. A new card pays it at once, and premium is back.`
    : 'That was the last try, and the subscription has ended. You can subscribe again whenever you like.';
  return {
    subject: 'Your premium payment failed',
    paragraphs: [
      `Hello ${username}.`,
      `The payment of ${formatMoney(amount)} for your premium did not go through. Until it does, your account is free: your ${tierDefinitions.free.maxActiveListings ?? 0} newest listings stay for sale, the others are paused. Nothing is deleted.`,
      next,
    ],
    button: { label: nextTryAt ? 'Change the card' : 'See your subscription', url: pageUrl },
    footer: 'You get this because a payment of your premium subscription failed.',
  };
}
