/**
 * Face, pure: what the market promises about an order, and how long its words may be, for pages and rooms that speak of
 * it.
 */
export { orderLimits, titleOf } from './model/order.rules.ts';
export { orderDeadlines } from './model/order.times.ts';
