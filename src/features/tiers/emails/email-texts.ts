import type { EmailText } from '#features/notifications/index.server.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import type { ChargebackState } from '#platform/payments/chargeback-state.ts';
import { tierDefinitions } from '../contract.ts';

export interface InvoiceFacts {
  number: string | null;
  amount: Money;
  /** The first bill of a subscription. */
  isFirst: boolean;
  paidUntil: Date | null;
  nextTryAt: Date | null;
  /** The subscription has ended because nothing was paid. */
  isOver: boolean;
  /** The page of the member's subscription. */
  pageUrl: string;
}

interface Text extends EmailText {
  footer: string;
}

const places = tierDefinitions.free.maxActiveListings ?? 0;

/** After a payment: the receipt, and when the next one follows. */
export function paidEmail({ number, amount, isFirst, paidUntil, pageUrl }: InvoiceFacts): Text {
  const sum = formatMoney(amount);
  const next = paidUntil
    ? ` It is paid until ${dayMonthYear(paidUntil)}, and renews on that day unless you cancel before.`
    : '';
  return {
    subject: isFirst ? 'Welcome to Premium' : 'Your premium was renewed',
    paragraphs: [
      `${isFirst ? 'Thank you. Your premium has begun' : 'Your premium was renewed'}: ${sum} was charged${number ? ` (invoice ${number})` : ''}.${next}`,
    ],
    button: { label: 'See subscription and invoices', url: pageUrl },
    footer: 'You get this for each payment of your premium subscription.',
  };
}

/** After a payment that failed: what follows from it, and what to do. */
export function failedEmail({ amount, nextTryAt, isOver, pageUrl }: InvoiceFacts): Text {
  if (isOver) return endedEmail({ amount, pageUrl });
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
function endedEmail({ amount, pageUrl }: Pick<InvoiceFacts, 'amount' | 'pageUrl'>): Text {
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

/** A chargeback of the member's payment is opened, won or lost. */
export function chargebackEmail({
  state,
  amount,
  pageUrl,
}: Pick<InvoiceFacts, 'amount' | 'pageUrl'> & { state: ChargebackState }): Text {
  const sum = formatMoney(amount);
  const [subject, ...paragraphs] = {
    open: [
      'Payment dispute for your Premium subscription',
      `Your bank asks us for ${sum} back that was paid for your premium. If you did not mean that, tell your bank. Premium goes on until it has decided.`,
      `If you only want no further renewals, cancel on the page of your subscription: that needs no bank.`,
    ],
    won: [
      'Your bank has stopped asking for a premium payment',
      `Your bank does not ask for ${sum} of your premium back any more.`,
    ],
    lost: [
      'Your bank took a premium payment back',
      `Your bank has taken ${sum} back that was paid for your premium. The subscription has ended with that, and nothing more is charged.`,
      'If your account is free now, your newest listings stay for sale and the others are paused. Nothing is deleted, and you can subscribe again at any time.',
    ],
  }[state] as [string, ...string[]];
  return {
    subject,
    paragraphs,
    button: { label: 'See your subscription', url: pageUrl },
    footer: 'You get this because your bank asked for a payment of your premium subscription back.',
  };
}
