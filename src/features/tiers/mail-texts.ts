import type { LetterText } from '#features/notifications/index.server.ts';
import { formatMoney, type Money } from '#kernel/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { tierDefinitions } from './contract.ts';

export interface InvoiceFacts {
  number: string | null;
  amount: Money;
  /** The first bill of a subscription. */
  isFirst: boolean;
  paidUntil: Date | null;
  nextTryAt: Date | null;
  /** The subscription has ended because nothing was paid. */
  isOver: boolean;
  /** The market's page of the subscription. */
  pageUrl: string;
}

interface Text extends LetterText {
  footer: string;
}

const places = tierDefinitions.free.maxActiveListings ?? 0;

/** After a payment: the receipt, and when the next one follows. */
export function paidLetter({ number, amount, isFirst, paidUntil, pageUrl }: InvoiceFacts): Text {
  const sum = formatMoney(amount);
  const next = paidUntil ? ` It is paid until ${dayMonthYear(paidUntil)}, and renews on that day unless you cancel before.` : '';
  return {
    subject: isFirst ? 'Your premium has begun' : 'Your premium was renewed',
    paragraphs: [
      `${isFirst ? 'Thank you. Your premium has begun' : 'Your premium was renewed'}: ${sum} was charged${number ? ` (invoice ${number})` : ''}.${next}`,
    ],
    button: { label: 'See subscription and invoices', url: pageUrl },
    footer: 'You get this for each payment of your premium subscription.',
  };
}

/** After a payment that failed: what follows from it, and what to do. */
export function failedLetter({ amount, nextTryAt, isOver, pageUrl }: InvoiceFacts): Text {
  if (isOver) return endedLetter({ amount, pageUrl });
  const next = nextTryAt
    ? `It is tried again on ${dayMonthYear(nextTryAt)}. Change the card before that, or pay the invoice now with any card: premium is back as soon as it is paid.`
    : 'It is not tried again by itself. Pay the invoice with any card, and premium is back.';
  return {
    subject: 'Your premium payment failed',
    paragraphs: [
      `The payment of ${formatMoney(amount)} for your premium did not go through. Until it does, your account is free: your ${places} newest listings stay for sale, the others are paused. Nothing is deleted.`,
      next,
    ],
    button: { label: 'Pay or change the card', url: pageUrl },
    footer: 'You get this because a payment of your premium subscription failed.',
  };
}

/** The last try failed too. */
function endedLetter({ amount, pageUrl }: Pick<InvoiceFacts, 'amount' | 'pageUrl'>): Text {
  return {
    subject: 'Your premium has ended',
    paragraphs: [
      `The payment of ${formatMoney(amount)} for your premium did not go through at the last try either, so the subscription has ended. You owe nothing for it.`,
      `Your account is free now: your ${places} newest listings stay for sale, the others are paused. Nothing is deleted, and what is paused comes back when you subscribe again.`,
    ],
    button: { label: 'See your subscription', url: pageUrl },
    footer: 'You get this because the payments of your premium subscription failed.',
  };
}
