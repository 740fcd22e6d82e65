/** What tests of other features need of this one beside its public API. */
export { sweepFormerAccounts } from './delete-account/former-account.server.ts';
