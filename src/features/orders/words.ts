/** Face, pure: what the market promises about an order, for pages and rooms that speak of it. */
export { type OrderPromises, orderPromises } from './order.times.ts';
