/** Public API without server code: the fee and the texts' names, for browser and server. */
export {
  type Fee,
  feeLimits,
  feeOf,
  feeSentence,
  feeWords,
  isFree,
  leftOf,
  leftSentence,
  sellerGetsSentence,
} from './fee.rules.ts';
export { type MarketTextName, marketTextLength, marketTextNames, marketTexts } from './text.rules.ts';
