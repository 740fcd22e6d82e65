/** What tests of other features need of this one beside its public API. */
export { unsubscribe } from './send/unsubscribe.server.ts';
