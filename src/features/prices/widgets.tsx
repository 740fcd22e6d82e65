/** Face, browser: prices as pages of others show them. */
export { PricePanel } from './components/price-panel.tsx';
