/** Public API on the server: a member's addresses, for checkout and orders. */

export { addAddressFromForm } from './address-form.server.ts';
export { fullBookSentence } from './addresses.limits.ts';
export { findDefaultCountry, findOwnAddress, getAddress, listAddresses } from './addresses.queries.server.ts';
export { changeAddress } from './change-addresses.server.ts';
