/** Public API on the server: the books. */
export { book } from './book.server.ts';
export type { BookingKind } from './ledger.tables.ts';
