/** Face, pure: what browser and server both say of the market's terms. */
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
