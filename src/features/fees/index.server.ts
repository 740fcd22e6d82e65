/** Public API on the server: the marketplace fee. */
export { changeFee, feeInForce, listFees } from './fees.server.ts';
