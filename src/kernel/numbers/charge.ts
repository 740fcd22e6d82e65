import { type Currency, type Money, money } from './money.ts';

/** Stripe's minimum charge of a card, in minor units. */
const least: Record<Currency, number> = { USD: 50, EUR: 50, GBP: 30, CAD: 50, AUD: 50, CHF: 50 };
/** The maximum, in any currency. */
const most = 99_999_999;

export const smallestCharge = (currency: Currency): Money => money(least[currency], currency);
export const largestCharge = (currency: Currency): Money => money(most, currency);

/** Whether one card payment can be this amount. */
export const canBeCharged = ({ amount, currency }: Money): boolean => amount >= least[currency] && amount <= most;
