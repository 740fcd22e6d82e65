/** Face, server: what the operator's pages and others may ask about decisions. */
export { answerAppeal } from './answer-appeal.server.ts';
export { listCaseNotes, noteOnCase } from './case-notes.server.ts';
export { hideListByRuling, showListAgain } from './decide-on-list.server.ts';
export { hideListing, showListing } from './decide-on-listing.server.ts';
export { liftLimit, liftSuspension, limitByRuling, suspendByRuling, warnMember } from './decide-on-member.server.ts';
export { hideReviewByRuling, showReviewAgain } from './decide-on-review.server.ts';
export { hideWantByRuling, showWantAgain } from './decide-on-want.server.ts';
export { listAppeals, lookAtRuling } from './moderation.queries.server.ts';
export { type NewRuling, recordRuling } from './record-decision.server.ts';
export { changeStatementText, createStatementText, listStatementTexts, removeStatementText } from './statement-texts.server.ts';
