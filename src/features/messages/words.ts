/** Face, pure: how reports are called. */
export { reportedWords } from './report-words.ts';
