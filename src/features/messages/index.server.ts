/** Face, server: what other rooms and pages may ask of messages. */
export {
  blockedWith,
  blockedWithAny,
  blockMember,
  findApart,
  hiddenFrom,
  isBlocked,
  refuseBlocked,
  unblockMember,
} from './blocks.server.ts';
export { firstAnswerIn, firstAnswersOf } from './first-answers.server.ts';
export { answerReport, answerReportIn, claimReport, returnReport } from './handle-report.server.ts';
export { threadAnswered } from './message.events.ts';
export { messagePolicy } from './message.policy.ts';
export { postCard } from './post-message.server.ts';
export { isReported, reporterOf, reportsBy } from './reporters.queries.server.ts';
export { listReports, lookAtReport } from './reports.queries.server.ts';
export { openThread, sendMessage } from './send-message.server.ts';
export { deleteThread, readThread } from './thread-state.server.ts';
export { findSubject } from './thread-titles.server.ts';
export { endOfPage, getThreadFor, listMessagesFor, listThreadsFor, threadsAbout } from './threads.queries.server.ts';
