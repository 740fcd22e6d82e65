/** Public API, pure: names of reported things. */
export { type ReportReason, reasonForReported } from './model/report.rules.ts';
export { reportedTitle, reportedToThem, reportedWords } from './reports/report-words.ts';
