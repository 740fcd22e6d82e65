import { and, eq, inArray } from 'drizzle-orm';
import { authSecretsOf } from '#platform/config/config.ts';
import type { Db } from '#platform/db/db.ts';
import { networkOf } from '#platform/identity/network.ts';
import { createKeyedHash } from '#platform/identity/second-factor/seal.ts';
import { listSessions } from '#platform/identity/sessions/sessions.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { Address } from '../contract.ts';
import { findNetwork, type Origin } from '../model/order.origin.server.ts';
import { buyerTrace, type OrderRow, orderSign } from '../model/order.tables.ts';
import { doorOf, type SelfBuyingSign } from '../model/self-buying.rules.ts';

/**
 * Signals that a member buys from themselves to inflate sales and ratings. They are shown to admins and have no
 * automatic effect: families share cards, addresses, networks and browsers.
 */

type Sides = Pick<OrderRow, 'id' | 'buyerId' | 'sellerId'>;

/** The browser that buys has signed in to the seller's account before. */
export function isSharedBrowser({ identity }: Pick<Platform, 'identity'>, from: Origin, sellerId: string): boolean {
  return identity.knownDevice(sellerId, { ...from, userAgent: '' }) !== null;
}

/** The properties of a payment at Stripe that stay the same between payments. */
export interface PaidBy {
  /** Stripe's name for the card, the same for every payment with it in this account; null where Stripe names none. */
  fingerprint: string | null;
  address: Address | null;
}

/**
 * On payment: stores the buyer's card and address as keyed hashes, and flags the order where its seller has bought with
 * that card or to that address, or is signed in from the network that it was placed from.
 */
export async function traceBuyer(
  platform: Platform,
  tx: Tx,
  order: Sides,
  { fingerprint, address }: PaidBy,
): Promise<void> {
  const hash = createKeyedHash(authSecretsOf(platform.config), 'orders.self-buying');
  const now = platform.clock.now();
  const door = address && doorOf(address);
  const traces: Trace[] = [];
  // Hashes under the previous secret as well: rows stored under it are found and rewritten under the current one.
  if (fingerprint) traces.push({ kind: 'card', hashes: hash(`card ${fingerprint}`) });
  if (door) traces.push({ kind: 'address', hashes: hash(`address ${door}`) });
  if (traces.length > 0) {
    await keepTraces(tx, order.buyerId, traces, now);
    await signTraces(tx, order, traces, now);
  }
  const network = await findNetwork(tx, order.id);
  if (network === null) return;
  const sessions = await listSessions(tx.db, order.sellerId, now);
  if (!sessions.some(({ address: at }) => at !== null && networkOf(platform, { address: at }) === network)) return;
  await tx.db.insert(orderSign).values({ orderId: order.id, kind: 'network', at: now }).onConflictDoNothing();
}

interface Trace {
  kind: 'card' | 'address';
  /** Under the present secret first. */
  hashes: readonly [string, ...string[]];
}

async function keepTraces(tx: Tx, memberId: string, traces: readonly Trace[], now: Date): Promise<void> {
  await tx.db
    .insert(buyerTrace)
    .values(traces.map(({ kind, hashes }) => ({ memberId, kind, hash: hashes[0], seenAt: now })))
    .onConflictDoUpdate({ target: [buyerTrace.memberId, buyerTrace.kind, buyerTrace.hash], set: { seenAt: now } });
}

/** Signs the order with the kinds of these traces that its seller has left as a buyer. */
async function signTraces(tx: Tx, { id, sellerId }: Sides, traces: readonly Trace[], now: Date): Promise<void> {
  const hashes = traces.flatMap((trace) => trace.hashes);
  const shared = await tx.db
    .selectDistinct({ kind: buyerTrace.kind })
    .from(buyerTrace)
    .where(and(eq(buyerTrace.memberId, sellerId), inArray(buyerTrace.hash, hashes)));
  if (shared.length === 0) return;
  await tx.db
    .insert(orderSign)
    .values(shared.map(({ kind }) => ({ orderId: id, kind, at: now })))
    .onConflictDoNothing();
}

/** For an admin. */
export async function findSigns(db: Db, orderId: string): Promise<SelfBuyingSign[]> {
  const rows = await db
    .select({ kind: orderSign.kind })
    .from(orderSign)
    .where(eq(orderSign.orderId, orderId))
    .orderBy(orderSign.kind);
  return rows.map(({ kind }) => kind);
}

/** Those of these orders that have a sign. */
export async function signedOrders(db: Db, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ orderId: orderSign.orderId })
    .from(orderSign)
    .where(inArray(orderSign.orderId, [...orderIds]));
  return new Set(rows.map(({ orderId }) => orderId));
}
