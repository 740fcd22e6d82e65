/** Public API, browser: prices for the pages of other features. */
export { LockedPrices } from './components/locked-prices.tsx';
export { LowestDifference } from './components/lowest-difference.tsx';
export { MarketDifference } from './components/market-difference.tsx';
export { PriceGauge } from './components/price-gauge.tsx';
export { PriceHistory } from './components/price-history.tsx';
export { PricePanel } from './components/price-panel.tsx';
export { isCompared } from './price.rules.ts';
