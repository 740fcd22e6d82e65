/**
 * Public API without server code: the times that an order promises, its text limits and its number, for pages and
 * features that mention them.
 */
export { orderNumber, readOrderNumber } from './model/order.number.ts';
export { orderLimits, titleOf, titleOfFirst } from './model/order.rules.ts';
export { orderDeadlines, orderTimes } from './model/order.times.ts';
