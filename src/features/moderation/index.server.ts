/** Face, server: what the operator's pages and others may ask about decisions. */
export { answerAppeal } from './appeal/answer-appeal.server.ts';
export { listCaseNotes, noteOnCase } from './case-notes.server.ts';
export { hideListByRuling, showListAgain } from './decide/decide-on-list.server.ts';
export { hideListing, showListing } from './decide/decide-on-listing.server.ts';
export { liftLimit, liftSuspension, limitByRuling, suspendByRuling, warnMember } from './decide/decide-on-member.server.ts';
export { hideReviewByRuling, showReviewAgain } from './decide/decide-on-review.server.ts';
export { hideWantByRuling, showWantAgain } from './decide/decide-on-want.server.ts';
export { type NewRuling, recordRuling } from './decide/record-decision.server.ts';
export { changeStatementText, createStatementText, listStatementTexts, removeStatementText } from './decide/statement-texts.server.ts';
export { listAppeals, lookAtRuling } from './moderation.queries.server.ts';
