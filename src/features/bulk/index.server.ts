/** Public API, server: the price changes of bulk edit for other features. */

export { newPrices } from './change/new-prices.server.ts';
export { whySentence } from './model/bulk.texts.ts';
export { changeOf } from './pages/new-change.server.ts';
