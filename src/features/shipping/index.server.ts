/** Public API on the server: quotes of orders, and what the host sets of shipping. */
export { changeFigures, listFigures } from './figures.server.ts';
export { readFiguresForm } from './figures-form.server.ts';
export type { ShippingQuote } from './model/quote.rules.ts';
export type { SellerRecord } from './model/shipping.rules.ts';
export { putStartingTable } from './put-shipping.server.ts';
export { quoteFromTables, type TableQuote } from './quote.server.ts';
export { getStartingTable } from './shipping.queries.server.ts';
export { readShippingForm, sentFields, withOneMore } from './shipping-form.server.ts';
