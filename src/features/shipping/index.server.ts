/** Public API on the server: quotes of orders, shipping of listings, and what the host sets of shipping. */
export { changeFigures, figuresInForce, listFigures } from './figures/figures.server.ts';
export { readFiguresForm } from './figures/figures-form.server.ts';
export * from './listed-shipping.sql.ts';
export { isShipped, type ListedTable, listedMethods, type OwnTable, variesByCountry } from './model/listed-shipping.ts';
export { shippingChanged } from './model/shipping.events.ts';
export type { SellerRecord, ShippingFigures } from './model/shipping.rules.ts';
export { putStartingTable, requirePaidCountry, setSendsFrom } from './put-shipping.server.ts';
export { quoteFromTables, type TableQuote } from './quote.server.ts';
export { findListedTable, findSendsFrom, findShippingCurrencies, getStartingTable } from './shipping.queries.server.ts';
export { readShippingForm, sentFields, withOneMore } from './shipping-form.server.ts';
