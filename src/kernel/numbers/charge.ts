import { type Currency, type Money, money } from './money.ts';

/** The least that Stripe takes from a card at once, in minor units. */
const least: Record<Currency, number> = { USD: 50, EUR: 50, GBP: 30, CAD: 50, AUD: 50, CHF: 50 };
/** The most, in any currency. */
const most = 99_999_999;

export const smallestCharge = (currency: Currency): Money => money(least[currency], currency);
export const largestCharge = (currency: Currency): Money => money(most, currency);

/** Whether a card carries this at once. */
export const canBeCharged = ({ amount, currency }: Money): boolean => amount >= least[currency] && amount <= most;
