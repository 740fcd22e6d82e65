/** Face, server: the market's fee, and what its operator wrote. */
export { changeFee, feeAsked, feeInForce, listFees } from './fees.server.ts';
export { termsPolicy } from './terms.policy.ts';
export { listMarketTexts, readMarketTexts, writeMarketText } from './texts.server.ts';
