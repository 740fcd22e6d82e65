/** Face, server: the market's fee, and what its operator wrote. */
export { changeFee, feeInForce, listFees } from './fees.server.ts';
export { listMarketTexts, readMarketTexts, writeMarketText } from './texts.server.ts';
