import { eq } from 'drizzle-orm';
import { authSecretsOf } from '#platform/config/config.ts';
import { connectionOf, type Db } from '#platform/db/db.ts';
import { networkOf } from '#platform/identity/network.ts';
import { createKeyedHash } from '#platform/identity/seal.ts';
import { listSessions } from '#platform/identity/sessions.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { Address } from './contract.ts';
import type { Origin } from './order.origin.server.ts';
import { type OrderRow, orderSign } from './order.tables.ts';
import { doorOf, type SelfBuyingSign } from './self-buying.rules.ts';

/**
 * Signs that somebody buys from themselves, to make up sales and ratings. They are shown to operators and nothing follows from them: families share cards,
 * doors, networks and browsers.
 */

type Sides = Pick<OrderRow, 'id' | 'buyerId' | 'sellerId'>;

/** The browser that buys has signed in to the seller's account before. */
export function isSharedBrowser({ identity }: Pick<Platform, 'identity'>, from: Origin, sellerId: string): boolean {
  return identity.knownDevice(sellerId, { ...from, userAgent: '' }) !== null;
}

/** What Stripe knows of a payment that stays the same from one to the next. */
export interface PaidBy {
  /** Stripe's name for the card, the same for every payment with it in this account; null where Stripe names none. */
  fingerprint: string | null;
  address: Address | null;
}

const traceText = `
  with kept as (
    insert into buyer_trace (member_id, kind, hash, seen_at)
    select $1::text, t.kind, t.hash, $2::timestamptz from unnest($3::text[], $4::text[]) as t (kind, hash)
    on conflict (member_id, kind, hash) do update set seen_at = excluded.seen_at),
  signed as (
    insert into order_sign (order_id, kind, at)
    select distinct $5::text, t.kind, $2::timestamptz from buyer_trace t where t.member_id = $6::text and t.hash = any($7::text[])
    on conflict do nothing)
  select network from order_origin where order_id = $5::text`;

/**
 * An order was paid: keeps what its buyer paid with and where it goes, as keyed hashes, and signs the order where its seller has bought with that card, to that
 * door, or is signed in from the network that it was placed from. One statement, since every purchase passes here.
 */
export async function traceBuyer(platform: Platform, tx: Tx, order: Sides, { fingerprint, address }: PaidBy): Promise<void> {
  const hash = createKeyedHash(authSecretsOf(platform.config), 'orders.self-buying');
  const now = platform.clock.now();
  const door = address && doorOf(address);
  const traces = [...(fingerprint ? [['card', fingerprint]] : []), ...(door ? [['address', door]] : [])].map(([kind, text]) => ({
    kind,
    // Of the secret before as well: what was kept under it is found, and written anew under the present one.
    hashes: hash(`${kind} ${text}`),
  }));
  const { rows } = await connectionOf(tx.db).query<{ network: string }>({
    name: 'orders-trace-buyer',
    text: traceText,
    values: [
      order.buyerId,
      now,
      traces.map(({ kind }) => kind),
      traces.map(({ hashes }) => hashes[0]),
      order.id,
      order.sellerId,
      traces.flatMap(({ hashes }) => hashes),
    ],
  });
  const network = rows[0]?.network;
  if (network === undefined) return;
  const sessions = await listSessions(tx.db, order.sellerId, now);
  if (!sessions.some(({ address: at }) => at !== null && networkOf(platform, { address: at }) === network)) return;
  await tx.db.insert(orderSign).values({ orderId: order.id, kind: 'network', at: now }).onConflictDoNothing();
}

/** For an operator. */
export async function findSigns(db: Db, orderId: string): Promise<SelfBuyingSign[]> {
  const rows = await db.select({ kind: orderSign.kind }).from(orderSign).where(eq(orderSign.orderId, orderId)).orderBy(orderSign.kind);
  return rows.map(({ kind }) => kind);
}
