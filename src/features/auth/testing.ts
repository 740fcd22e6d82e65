/** What tests of other features may import, besides the public API. */
export { sweepFormerAccounts } from './delete-account/former-account.server.ts';
