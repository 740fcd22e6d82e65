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
      text: 'When you subscribe, and on the same day of each following month; in a shorter month on its last day. Each payment sends you a mail, and the invoices are under Settings, Subscription.',
    },
    {
      question: 'What happens to the listings that I have now?',
      text: `They stay for sale, and their time becomes ${hoursInWords(premium.listingDuration)} counted from the day on which you published them. What had been paused because premium ended is for sale again.`,
    },
    {
      question: 'What happens when a payment fails?',
      text: `Your account is free until it is paid: your ${places} newest listings stay for sale, the others are paused. The payment is tried again within the next two weeks, and you can pay the invoice with any card at once. Should the last try fail too, or should you cancel meanwhile, premium ends and you owe nothing. Nothing is deleted.`,
    },
    {
      question: 'Can I cancel and come back?',
      text: 'Yes, as often as you like. As long as the time that is paid runs you can take the cancellation back in billing; afterwards you subscribe again.',
    },
    {
      question: 'Who sees my card number?',
      text: 'The payment service alone. It tells us whether a payment was made, not with which card.',
    },
    {
      question: 'Does premium lower a fee, or place me above other sellers?',
      text: 'No. A sale costs the same for everybody, and search sorts free and premium sellers by the same rules.',
    },
  ];
}
