/** Public API on the server: a member's addresses, for orders. */
export { findOwnAddress, listAddresses } from './addresses.queries.server.ts';
