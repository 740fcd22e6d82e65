/** Public API on the server: the address book, for checkout. */

export { addAddressFromForm } from './address-form.server.ts';
export { fullBookSentence } from './addresses.limits.ts';
export { findDefaultCountry, getAddress, listAddresses } from './addresses.queries.server.ts';
