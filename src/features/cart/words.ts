import { orderLimits } from '#features/orders/words.ts';

/** Public API without server code. */

/** The most that a cart may hold, and the most copies of one purchase. */
export const cartLimits = { lines: 200, sellers: 20, copies: orderLimits.copies } as const;

/** The readable cookie with the number of lines of a visitor's cart: their pages are cached without it. */
export const countCookie = 'cart_count';

/** The number of lines in a visitor's cart, from the cookies of their browser. */
export function countOfCookies(cookies: string): number {
  return Number(new RegExp(`(?:^|; )${countCookie}=(\\d{1,3})(?:;|$)`).exec(cookies)?.[1] ?? 0);
}
