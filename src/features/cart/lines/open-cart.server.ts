import { and, eq, gt } from 'drizzle-orm';
import { lockMember } from '#features/members/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { signInFirst } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import { networkOfAddress } from '#platform/http/count-act.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { cartChanged } from '../model/cart.events.ts';
import { cartRateLimits } from '../model/cart.limits.ts';
import { cart, cartLine } from '../model/cart.tables.ts';
import { findCartToken, hashOfToken, newCartToken, visitorCartMs } from '../model/cart-cookie.server.ts';

/** Whose cart a request is about. `token` is null for a member, and for a visitor without a cart. */
export interface CartHolder {
  memberId: string | null;
  token: string | null;
  /** The client's address, for the limits. */
  address: string;
}

export interface CartRequest {
  actor: Pick<Actor, 'id'> | null;
  address: string;
  cookies?: string | null | undefined;
  /** The `Accept-Language` header. */
  languages?: string | null | undefined;
}

/** A member's session counts before a cookie. */
export function holderOf(platform: Pick<Platform, 'config'>, { actor, address, cookies }: CartRequest): CartHolder {
  return actor
    ? { memberId: actor.id, token: null, address }
    : { memberId: null, token: findCartToken(platform.config, cookies), address };
}

/** The condition that finds the holder's cart; null where there can be none. A visitor's has an end. */
export function whoseCart({ memberId, token }: Omit<CartHolder, 'address'>, now: Date) {
  if (memberId !== null) return eq(cart.memberId, memberId);
  if (token === null) return null;
  return and(eq(cart.tokenHash, hashOfToken(token)), gt(cart.touchedAt, addMs(now, -visitorCartMs)));
}

/** A cart that is locked until the transaction ends. */
export interface OpenCart {
  id: string;
  /** Of a visitor's: for the cookie. */
  token: string | null;
}

/**
 * The holder's cart, locked and marked as changed; a new one where there is none. A token that no cart has is replaced:
 * a browser can't be given a token that another one knows.
 */
export async function openCart(tx: Tx, holder: CartHolder, now: Date): Promise<OpenCart> {
  const { memberId } = holder;
  if (memberId !== null) {
    if (!(await lockMember(tx, memberId))) throw signInFirst();
    const [row] = await tx.db
      .insert(cart)
      .values({ id: newId(now.getTime()), memberId, touchedAt: now })
      .onConflictDoUpdate({ target: cart.memberId, set: { touchedAt: now } })
      .returning({ id: cart.id });
    if (!row) throw new RangeError(`member ${memberId} got no cart`);
    tx.append(cartChanged, { subject: memberId, version: 0, topics: [`user:${memberId}`] });
    return { id: row.id, token: null };
  }
  const found = await findOpenCart(tx, holder, now);
  if (found) return found;
  const made = { id: newId(now.getTime()), token: newCartToken() };
  await tx.db.insert(cart).values({ id: made.id, tokenHash: hashOfToken(made.token), touchedAt: now });
  return made;
}

/** The same; null where there is none. */
export async function findOpenCart(tx: Tx, holder: CartHolder, now: Date): Promise<OpenCart | null> {
  const { memberId, token } = holder;
  const whose = whoseCart(holder, now);
  if (whose === null) return null;
  const [row] = await tx.db.update(cart).set({ touchedAt: now }).where(whose).returning({ id: cart.id });
  if (!row) return null;
  if (memberId !== null) tx.append(cartChanged, { subject: memberId, version: 0, topics: [`user:${memberId}`] });
  return { id: row.id, token };
}

/** What a change leaves: a visitor's browser stores both in cookies. */
export interface ChangedCart {
  token: string | null;
  lineCount: number;
}

/** Ends a change. A visitor's cart without lines is deleted: its cookies end with it. */
export async function closeCart(tx: Tx, { id, token }: OpenCart): Promise<ChangedCart> {
  const lineCount = await tx.db.$count(cartLine, eq(cartLine.cartId, id));
  if (lineCount === 0 && token !== null) await tx.db.delete(cart).where(eq(cart.id, id));
  return { token, lineCount };
}

/** Counts a change of a cart. Refuses (429) too many of a member or of a network. */
export async function countChange({ limits }: Pick<Platform, 'limits'>, holder: CartHolder): Promise<void> {
  const network = networkOfAddress(holder.address);
  const parts = [
    ...(holder.memberId === null ? [] : [[cartRateLimits.changes, holder.memberId] as const]),
    ...(network === null ? [] : [[cartRateLimits.changesOfNetwork, network] as const]),
  ];
  if (parts.length > 0) await limits.countAll(parts);
}
