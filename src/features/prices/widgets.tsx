/** Face, browser: prices as pages of others show them. */
export { PriceGauge } from './components/price-gauge.tsx';
export { PricePanel } from './components/price-panel.tsx';
