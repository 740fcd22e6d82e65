/** Public API on the server. */
export { markTrader, unmarkTrader } from './mark-trader.server.ts';
export { statusChanged } from './model/traders.events.ts';
export { setTraderStatus } from './set-trader-status.server.ts';
export {
  findStatus,
  missingDataSentence,
  requireTraderData,
  sellerTermsOf,
  traderDataDueAt,
} from './trader-status.queries.server.ts';
export { markInput } from './traders.api.server.ts';
