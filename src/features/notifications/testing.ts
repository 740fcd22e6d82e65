/** What tests of other features may import, besides the public API. */
export { unsubscribe } from './send/unsubscribe.server.ts';
