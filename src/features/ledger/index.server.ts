/** Public API on the server: the books. */
export { balanceOf, heldFor, lockSeller, type SellerBalance, sellerBalances } from './balances.server.ts';
export { book } from './book.server.ts';
export type { BookingKind } from './ledger.tables.ts';
