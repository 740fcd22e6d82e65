/** Face, server: what cards were sold for. */

export { besideMarket } from './beside-market.server.ts';
export { daysSinceLastSale } from './last-sold.server.ts';
export { type MarketKind, type MarketPrice, marketKey, marketPrices } from './market-prices.server.ts';
export { findPriceGauge, type PriceGaugeData } from './price-gauge.server.ts';
export { loadPricePanel } from './price-panel.server.ts';
export { seesPriceHistory } from './read-prices.server.ts';
export { dropSales, recordSales } from './record-sales.server.ts';
