/** Public API, browser: cards of the catalogue for the pages of other features. */

export { CardDrawing, CardEntry } from './components/card-entry.tsx';
export { CardFacts } from './components/card-facts.tsx';
export { cardSentence, dateWords, distinguish, numberOf } from './components/card-words.ts';
export { cardJsonLd, type OfferRange, trailJsonLd } from './components/catalogue-meta.ts';
export { rarityName } from './model/fact-words.ts';
export { artAddress, cardAddress, gameAddress, salesOfSet, setAddress } from './read/addresses.ts';
