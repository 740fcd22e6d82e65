/** Face, pure: how reports are called. */
export { reasonForReported } from './report.rules.ts';
export { reportedTitle, reportedToThem, reportedWords } from './report-words.ts';
