/** Public API without server code: the fields of an address. */
export { addressFieldNames } from './address.rules.ts';
