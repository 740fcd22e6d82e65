/** Public API, server: the address book. */
export { findDefaultAddress, getAddress, listAddresses } from './addresses.queries.server.ts';
