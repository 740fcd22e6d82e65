/** Face, server: what the operator's pages and others may ask about decisions. */
export { answerAppeal } from './appeal/answer-appeal.server.ts';
export { listCaseNotes, noteOnCase } from './case-notes.server.ts';
export { hideListByDecision as hideListByRuling, showListAgain } from './decide/decide-on-list.server.ts';
export { hideListing, showListing } from './decide/decide-on-listing.server.ts';
export {
  liftLimit,
  liftSuspension,
  limitByDecision as limitByRuling,
  suspendByDecision as suspendByRuling,
  warnMember,
} from './decide/decide-on-member.server.ts';
export { hideReviewByDecision as hideReviewByRuling, showReviewAgain } from './decide/decide-on-review.server.ts';
export { hideWantByDecision as hideWantByRuling, showWantAgain } from './decide/decide-on-want.server.ts';
export { type NewDecision as NewRuling, recordDecision as recordRuling } from './decide/record-decision.server.ts';
export {
  changeStatementText,
  createStatementText,
  listStatementTexts,
  removeStatementText,
} from './decide/statement-texts.server.ts';
export { inspectDecision as lookAtRuling, listAppeals } from './moderation.queries.server.ts';
