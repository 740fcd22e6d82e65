import { calendarDay } from '#kernel/time.ts';
import type { PauseReason } from '../model/payout.states.ts';

interface Paused {
  reason: PauseReason;
  until: Date | null;
  /** From the delivery to the release. Null: released when the buyer confirms. */
  holdDays: number | null;
}

/** Why the money of an order waits, with a date or with who must act. */
export function pauseSentence({ reason, until, holdDays }: Paused): string {
  const day = until && calendarDay(until);
  switch (reason) {
    case 'not_delivered':
      return holdDays === null
        ? 'Released when the buyer confirms delivery, or when the order is completed.'
        : `Released ${daysAfter(holdDays)} delivery. The order isn’t delivered yet.`;
    case 'hold':
      return day ? `Released on ${day}.` : 'Released after the hold that follows delivery.';
    case 'problem':
      return 'The buyer reported a problem. Released when it is resolved.';
    case 'withdrawal':
      return 'The buyer withdrew from the purchase. Held until the return is complete.';
    case 'bank_dispute':
      return 'The buyer’s bank opened a payment dispute. Released if the bank decides for you.';
    case 'fraud_warning':
      return 'The bank warned that the payment may be fraud. We’re checking it.';
    case 'refund':
      return 'A refund isn’t finished. Released when it is.';
    case 'attention':
      return 'We’re checking this order.';
    case 'ended':
      return 'This order has ended. We’re checking what is left of the payment.';
    case 'suspended':
      return 'Your account is suspended. Released when the suspension ends.';
    case 'account':
      return 'Your payout account isn’t active. Complete the setup to get paid.';
    case 'bank_changed':
      return day
        ? `Your bank account changed. Payouts are paused until ${day}.`
        : 'Your bank account changed. Payouts are paused for a short time.';
    case 'tax_details':
      return 'We need your tax details. Payouts are paused until you add them.';
    case 'decide':
      return 'This payment has been on hold too long. We’ll look into it and contact you.';
    case 'refused':
      return 'Stripe refused the transfer. We’re checking it.';
    case 'short':
      return 'We’re waiting for Stripe to make the payment available. You don’t need to do anything.';
  }
}

const daysAfter = (days: number) => (days === 1 ? '1 day after' : `${days} days after`);
