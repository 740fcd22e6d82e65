/** Public and pure, for browser and server alike: no library behind it. */
export { unpaidHoldLimits } from './model/offer.rules.ts';
