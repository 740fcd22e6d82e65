/** Face, pure: how reports are called. */
export { reasonForReported } from './model/report.rules.ts';
export { reportedTitle, reportedToThem, reportedWords } from './reports/report-words.ts';
