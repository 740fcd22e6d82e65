import type { TierDefinition } from '../contract.ts';
import { hoursInWords } from '../model/tier-rows.ts';

export interface PremiumQuestion {
  question: string;
  text: string;
}

/** Questions and answers before a payment. */
export function questionsFor(free: TierDefinition, premium: TierDefinition): PremiumQuestion[] {
  const places = free.maxActiveListings ?? 0;
  return [
    {
      question: 'When am I charged?',
      text: 'When you subscribe, and on the same day of each following month. In a shorter month, on its last day. You get an email after each payment, and your invoices are under Settings, Subscription.',
    },
    {
      question: 'What happens to my current listings?',
      text: `They stay for sale, and each is shown for ${hoursInWords(premium.listingDuration)} from the day you published it. Listings that were paused because Premium ended are for sale again.`,
    },
    {
      question: 'What happens when a payment fails?',
      text: `You’re on the Free plan until the invoice is paid. Your ${places} newest listings stay for sale, and the others are paused. We try the payment again within the next 2 weeks, and you can pay the invoice yourself at any time. If the last attempt fails, or if you cancel, Premium ends and you owe nothing. Nothing is deleted.`,
    },
    {
      question: 'Can I cancel and come back?',
      text: 'Yes, as often as you like. Until the paid period ends, select Keep Premium. After that, subscribe again.',
    },
    {
      question: 'Who sees my payment details?',
      text: 'Only the payment provider. The provider confirms your payment to us, but doesn’t share your payment details.',
    },
    {
      question: 'Does Premium lower fees or move my listings up in search?',
      text: 'No. Fees are the same on every plan, and search sorts all listings by the same rules.',
    },
  ];
}
