/** Public API on the server. */

export { hideWant, releaseWant } from './lifecycle/hide-want.server.ts';
export { type Bought, copyBought, fillWants, giveWantsBack } from './match/fill-wants.server.ts';
export { copiesUnder, matchListings } from './match/match-many.server.ts';
export { countWanting, newestMatches } from './match/meeting.queries.server.ts';
export {
  findWantsPending,
  givenSince,
  howOftenNotified,
  missedNotifying,
  type PendingMatch,
  takePendingMatches,
  wantToNotify,
} from './match/pending-notifications.server.ts';
export { wantChanged, wantsMet } from './model/want.events.ts';
export { matchListingJob, matchListingsJob, matchPublishedJob } from './model/want.jobs.ts';
export { wantMails, wantUpdates } from './model/wanted.emails.ts';
export { isWanted, keyOfWant, keysOfCopy, type WantCriteria } from './model/wanted.rules.ts';
export { findWants, getWantForAdmin, newestWants } from './wants.queries.server.ts';
