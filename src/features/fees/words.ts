/** Public API without server code: the fee, for browser and server. */
export {
  type Fee,
  feeLimits,
  feeOf,
  feeSentence,
  feeWords,
  isFree,
  leftOf,
  leftSentence,
} from './fee.rules.ts';
