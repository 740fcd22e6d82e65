/** Public API, React: the fields of an address on other pages. */
export { AddressFields } from './components/address-fields.tsx';
