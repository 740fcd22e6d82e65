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
  return {
    subject: isFirst ? 'Welcome to Premium' : 'Premium renewed',
    paragraphs: [
      isFirst ? 'Thank you. Your Premium subscription has started.' : 'Your Premium subscription was renewed.',
      number ? `You were charged ${sum} (invoice ${number}).` : `You were charged ${sum}.`,
      ...(paidUntil
        ? [`Premium is paid until ${dayMonthYear(paidUntil)} and renews on that day unless you cancel first.`]
        : []),
    ],
    button: { label: 'View subscription', url: pageUrl },
    footer: 'You’re receiving this email because you paid for your Premium subscription.',
  };
}

/** After a payment that failed: what follows from it, and what to do. */
export function failedEmail({ amount, nextTryAt, isOver, pageUrl }: InvoiceFacts): Text {
  if (isOver) return endedEmail({ amount, pageUrl });
  const next = nextTryAt
    ? `We’ll try again on ${dayMonthYear(nextTryAt)}. Update your payment method before then, or pay the invoice now. You have Premium again as soon as the invoice is paid.`
    : 'We won’t try again automatically. To have Premium again, pay the invoice.';
  return {
    subject: 'Premium payment failed',
    paragraphs: [
      `Your payment of ${formatMoney(amount)} for Premium failed. You’re on the Free plan until the invoice is paid. Your ${places} newest listings stay for sale, and the others are paused. Nothing is deleted.`,
      next,
    ],
    button: { label: 'Update payment method', url: pageUrl },
    footer: 'You’re receiving this email because a payment for your Premium subscription failed.',
  };
}

/** The last try failed too. */
function endedEmail({ amount, pageUrl }: Pick<InvoiceFacts, 'amount' | 'pageUrl'>): Text {
  return {
    subject: 'Premium ended',
    paragraphs: [
      `The last attempt to charge ${formatMoney(amount)} for Premium failed, so your subscription has ended. You don’t owe anything.`,
      `You’re on the Free plan now. Your ${places} newest listings stay for sale, and the others are paused. Nothing is deleted. Paused listings are for sale again when you have Premium.`,
    ],
    button: { label: 'View subscription', url: pageUrl },
    footer: 'You’re receiving this email because the payments for your Premium subscription failed.',
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
      'Payment dispute opened: Premium',
      `Your bank opened a payment dispute for ${sum} of your Premium subscription. Premium continues until your bank decides. If this was a mistake, contact your bank.`,
      'If you only want to stop renewals, cancel your subscription. You don’t need your bank for that.',
    ],
    won: [
      'Payment dispute closed: Premium',
      `The payment dispute for ${sum} of your Premium subscription is closed. Your bank doesn’t reclaim the payment.`,
    ],
    lost: [
      'Payment reclaimed: Premium',
      `Your bank decided the payment dispute for you and reclaimed ${sum} of your Premium subscription. The subscription has ended. You will not be charged again.`,
      'If you’re on the Free plan now, your newest listings stay for sale, and the others are paused. Nothing is deleted. You can subscribe again at any time.',
    ],
  }[state] as [string, ...string[]];
  return {
    subject,
    paragraphs,
    button: { label: 'View subscription', url: pageUrl },
    footer: 'You’re receiving this email because of a payment dispute for your Premium subscription.',
  };
}
