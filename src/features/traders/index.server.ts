/** Face, server: who sells, for rooms and pages that show it or ask for it. */
export { markTrader, unmarkTrader } from './mark-trader.server.ts';
export { sayStanding } from './say-standing.server.ts';
export { findStanding, getSellerTerms, requireTraderData, sellerTermsAsked, sellerTermsOf, traderDataAsked } from './standing.queries.server.ts';
export { markInput } from './traders.api.server.ts';
export { traderPolicy } from './traders.policy.ts';
