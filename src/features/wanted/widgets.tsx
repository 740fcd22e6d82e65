/** Face, browser: wanted posts as other pages show them. */
export { WantTile } from './components/want-tile.tsx';
export { type WantFacts, wantFacts } from './model/want-words.ts';
