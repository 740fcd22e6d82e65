/** Public API, pure: facts of an intent that the layout needs before a page loads. */

export { ownPath, readRecord, replayOf } from './redirect/redirect-record.ts';
export { unverifiedCode, verifyFor, verifyToBuy } from './sign-up/verified-email.rules.ts';
