/** Public API, browser: the fields of a price change for the pages of other features. */

export { priceBy, priceChoices } from './components/bulk-words.ts';
export { byField } from './components/field-errors.ts';
export { PriceFields } from './components/price-fields.tsx';
