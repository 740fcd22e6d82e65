/** Face, pure: how reports are called. */
export { reportedTitle, reportedWords } from './report-words.ts';
