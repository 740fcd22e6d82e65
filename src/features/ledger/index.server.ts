/** Public API on the server: the books. */
export { lockSeller, sellerBalances } from './balances.server.ts';
export { book } from './book.server.ts';
export { bookPayment, paymentMoved } from './book-payment.server.ts';
export {
  type Debt,
  debtsOf,
  hasOverdueDebt,
  listDebts,
  listOwedSellers,
  markOverdue,
  type SellerDebt,
} from './debts.server.ts';
export type { BookingKind } from './ledger.tables.ts';
export { booksOf } from './order-books.server.ts';
export { type OrderBooks, splitRelease } from './payment.rules.ts';
