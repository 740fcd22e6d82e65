/** Face, server: what other rooms and pages may ask of wanted posts. */

export { hideWant, releaseWant } from './lifecycle/hide-want.server.ts';
export { type Bought, copyBought, fillWants, giveWantsBack } from './match/fill-wants.server.ts';
export { copiesUnder, matchListings } from './match/match-many.server.ts';
export { countWanting } from './match/meeting.queries.server.ts';
export {
  givenSince,
  howOftenNotified,
  missedNotifying,
  takeUntold,
  type Untold,
  wantsUntold,
  wantToNotify,
} from './match/pending-notifications.server.ts';
export { wantChanged, wantsMet } from './model/want.events.ts';
export { matchListingJob, matchListingsJob, matchPublishedJob } from './model/want.jobs.ts';
export { wantMails } from './model/wanted.emails.ts';
export { isSought, keyOfWant, keysOfCopy, type WantCriteria } from './model/wanted.rules.ts';
export { lookAtWant, newestWants } from './wants.queries.server.ts';
