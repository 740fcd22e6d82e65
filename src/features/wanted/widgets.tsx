/** Public API in the browser: wanted posts on other features' pages. */
export { WantTile } from './components/want-tile.tsx';
export { type WantFacts, wantFacts } from './model/want-words.ts';
