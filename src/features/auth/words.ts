/** Face, pure: what the frame needs to know of an intent before a page is there. */

export { ownPath, readRecord, replayOf } from './redirect/redirect-record.ts';
export { unverifiedCode, verifyFor, verifyToBuy } from './sign-up/verified-email.rules.ts';
