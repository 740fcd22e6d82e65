/** Public and pure, for browser and server alike: no library behind it. */
export { unpaidHoldLimits } from './offer.rules.ts';
