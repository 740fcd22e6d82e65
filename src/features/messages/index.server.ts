/** Public API, server: messages, threads, blocks and reports. */
export {
  blockedWith,
  blockedWithAny,
  blockMember,
  findBlockBetween,
  hiddenFrom,
  isBlocked,
  refuseBlocked,
  unblockMember,
} from './blocks/blocks.server.ts';
export { threadAnswered } from './model/message.events.ts';
export { messagePolicy } from './model/message.policy.ts';
export { answerReport, answerReportIn, claimReport, returnReport } from './reports/handle-report.server.ts';
export { isReported, reporterOf, reportsBy, subjectsOfReports } from './reports/reporters.queries.server.ts';
export { getReport, listReports, sizeOfReportQueue } from './reports/reports.queries.server.ts';
export { firstAnswerIn, firstAnswersOf } from './send/first-answers.server.ts';
export { postCard } from './send/post-message.server.ts';
export { openThread, sendMessage } from './send/send-message.server.ts';
export { deleteThread, readThread } from './threads/thread-state.server.ts';
export { findSubject } from './threads/thread-titles.server.ts';
export {
  endOfPage,
  findThreadBetween,
  getThreadFor,
  listMessagesFor,
  listThreadsFor,
  threadsAbout,
} from './threads/threads.queries.server.ts';
