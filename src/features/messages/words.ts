/** Public API, pure: names of reported things. */
export {
  type ReportReason,
  type ReportSubjectKind,
  reasonForReported,
  reportSubjectKinds,
} from './model/report.rules.ts';
export { reportedTitle, reportedToThem, reportedWords } from './reports/report-words.ts';
