/** Public API without server code: how an address is written. */
export { type AddressLines, linesOf } from './address.rules.ts';
