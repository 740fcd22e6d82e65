/**
 * Public API without server code: the times that an order promises and its text limits, for pages and features that
 * mention them.
 */
export { orderLimits, titleOf } from './model/order.rules.ts';
export { orderDeadlines } from './model/order.times.ts';
