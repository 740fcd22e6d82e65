/** Face, server: what other rooms and pages may ask of wanted posts. */
export { type Bought, copyBought, fillWants, giveWantsBack } from './fill-wants.server.ts';
export { hideWant, releaseWant } from './hide-want.server.ts';
export { copiesUnder, matchListings } from './match-many.server.ts';
export { countWanting } from './meeting.queries.server.ts';
export { givenSince, howOftenTold, missedTelling, takeUntold, type Untold, wantsUntold, wantToTell } from './pending-notifications.server.ts';
export { wantChanged, wantsMet } from './want.events.ts';
export { matchListingJob, matchListingsJob, matchPublishedJob } from './want.jobs.ts';
export { wantMails } from './wanted.emails.ts';
export { isSought, keyOfWant, keysOfCopy, type Sought } from './wanted.rules.ts';
export { lookAtWant, newestWants } from './wants.queries.server.ts';
