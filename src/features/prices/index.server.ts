/** Public API, server: past prices of cards. */

export { daysSinceLastSale } from './last-sold.server.ts';
export { besideMarket } from './market-price/beside-market.server.ts';
export { type MarketKind, type MarketPrice, marketKey, marketPrices } from './market-price/market-prices.server.ts';
export { findPriceGauge, type PriceGaugeData } from './market-price/price-gauge.server.ts';
export { dropSales, recordSales } from './market-price/record-sales.server.ts';
export { loadPricePanel } from './price-panel.server.ts';
export { seesPriceHistory } from './read-prices.server.ts';
