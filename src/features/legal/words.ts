/** Public API without server code: the names of the texts, for browser and server. */
export { type MarketTextName, marketTextLength, marketTextNames, marketTexts } from './text.rules.ts';
