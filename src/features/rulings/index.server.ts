/** Face, server: what the operator's pages and others may ask about decisions. */
export { answerAppeal } from './answer-appeal.server.ts';
export { listCaseNotes, noteOnCase } from './case-notes.server.ts';
export { type NewRuling, recordRuling } from './record-ruling.server.ts';
export { hideListByRuling, showListAgain } from './rule-on-list.server.ts';
export { hideListing, showListing } from './rule-on-listing.server.ts';
export { liftLimit, liftSuspension, limitByRuling, suspendByRuling, warnMember } from './rule-on-member.server.ts';
export { hideReviewByRuling, showReviewAgain } from './rule-on-review.server.ts';
export { hideWantByRuling, showWantAgain } from './rule-on-want.server.ts';
export { listAppeals, lookAtRuling } from './rulings.queries.server.ts';
export { changeStatementText, createStatementText, listStatementTexts, removeStatementText } from './statement-texts.server.ts';
