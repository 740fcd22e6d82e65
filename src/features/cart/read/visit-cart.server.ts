import type { Platform } from '#platform/platform.ts';
import { mergeVisitorCart } from '../lines/merge-cart.server.ts';
import { type CartHolder, type CartRequest, type ChangedCart, holderOf } from '../lines/open-cart.server.ts';
import { cartCookies, endedCartCookies } from '../model/cart-cookie.server.ts';
import { type Destination, readCart, type ShownCart } from './read-cart.server.ts';

export type Change<T> = (holder: CartHolder) => Promise<ChangedCart & T>;

interface Visit {
  cart: ShownCart;
  /** `Set-Cookie` values of the answer. */
  cookies: string[];
}

/** The request of a page. */
export const cartRequest = ({ headers }: Request, from: Pick<CartRequest, 'actor' | 'address'>): CartRequest => ({
  ...from,
  cookies: headers.get('cookie'),
  languages: headers.get('accept-language'),
});

/** The cart of a request: a member's with what their browser had before they signed in. */
export async function showCart(platform: Platform, request: CartRequest, to?: Destination): Promise<Visit> {
  const merged = await mergeCartCookies(platform, request);
  const holder = holderOf(platform, request);
  const cart = await readCart(platform, holder, { languages: request.languages, ...to });
  if (holder.memberId !== null) return { cart, cookies: merged };
  return { cart, cookies: holder.token === null ? [] : cookiesOf(platform, holder.token, cart.lineCount) };
}

/** Changes the cart of a request, and reads it again. */
export async function changeCart<T>(
  platform: Platform,
  request: CartRequest,
  work: Change<T>,
): Promise<Visit & { changed: ChangedCart & T }> {
  const merged = await mergeCartCookies(platform, request);
  const holder = holderOf(platform, request);
  const changed = await work(holder);
  const token = changed.token ?? holder.token;
  const cart = await readCart(platform, { ...holder, token }, { languages: request.languages });
  const cookies =
    holder.memberId !== null ? merged : token === null ? [] : cookiesOf(platform, token, changed.lineCount);
  return { cart, changed, cookies };
}

const cookiesOf = ({ config }: Platform, token: string, lineCount: number): string[] =>
  lineCount === 0 ? endedCartCookies(config) : cartCookies(config, token, lineCount);

/** Merges the cart of this browser into that of the member who signed in; the `Set-Cookie` values of the answer. */
export async function mergeCartCookies(platform: Platform, { actor, cookies }: CartRequest): Promise<string[]> {
  return actor && (await mergeVisitorCart(platform, actor.id, cookies)) ? endedCartCookies(platform.config) : [];
}
