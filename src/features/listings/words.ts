export { type Checklist, checklistRows } from './checklist.ts';
export { sentBy, type TileFacts, tileFacts } from './components/listing-words.ts';
export { salesBlockSentence } from './model/state-sentences.ts';
