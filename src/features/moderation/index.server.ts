/** Public API on the server. */
export { answerAppeal } from './appeal/answer-appeal.server.ts';
export { listCaseNotes, noteOnCase } from './case-notes.server.ts';
export { hideListByDecision, showListAgain } from './decide/decide-on-list.server.ts';
export { hideListing, showListing } from './decide/decide-on-listing.server.ts';
export {
  liftLimit,
  liftSuspension,
  limitByDecision,
  suspendByDecision,
  warnMember,
} from './decide/decide-on-member.server.ts';
export { hideReviewByDecision, showReviewAgain } from './decide/decide-on-review.server.ts';
export { hideWantByDecision, showWantAgain } from './decide/decide-on-want.server.ts';
export { type NewDecision, recordDecision } from './decide/record-decision.server.ts';
export {
  changeStatementText,
  createStatementText,
  listStatementTexts,
  removeStatementText,
} from './decide/statement-texts.server.ts';
export { inspectDecision, listAppeals, sizeOfAppealQueue } from './moderation.queries.server.ts';
