/** Public API, browser: cards of the catalogue for the pages of other features. */

export { CardDrawing, CardEntry } from './components/card-entry.tsx';
export { CardFacts } from './components/card-facts.tsx';
export { CardPicker } from './components/card-picker.tsx';
export type { CardChoice } from './components/card-search.tsx';
export { CardLinks, CardSearchForm } from './components/card-search-form.tsx';
export { cardSentence, dateWords, distinguish, numberOf } from './components/card-words.ts';
export { cardJsonLd, type OfferRange, trailJsonLd } from './components/catalogue-meta.ts';
export { RowCardSearch } from './components/row-card-search.tsx';
export { rarityName } from './model/fact-words.ts';
export { artAddress, cardAddress, gameAddress, salesOfSet, setAddress } from './read/addresses.ts';
