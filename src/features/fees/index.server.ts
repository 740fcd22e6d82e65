/** Public API on the server: the marketplace fee, and the host's texts. */
export { changeFee, feeInForce, listFees } from './fees.server.ts';
export { listMarketTexts, readMarketTexts, writeMarketText } from './texts.server.ts';
