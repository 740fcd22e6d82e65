/** Public API without server code: the fields of an address and their limits. */
export { addressFieldNames, addressLimits } from './address.rules.ts';
