import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { auditOrders } from '#features/orders/testing.ts';
import { withClient } from '../lib/database.ts';
import type { Shop } from './buyers.ts';

/**
 * What was acknowledged since the last look and is not there, and copies that two people have. Cheap: it asks for the
 * new ones by id.
 */
export function auditRecent(databaseUrl: string, shop: Shop): Promise<string[]> {
  return withClient(databaseUrl, (client) => missing(client, shop.takeRecent()));
}

/**
 * Everything that was ever acknowledged, and the invariants of orders and listings over the whole database as soon as
 * nothing is under way.
 */
export async function auditAll(databaseUrl: () => string, shop: Shop, withinMs: number): Promise<string[]> {
  const lost = await withClient(databaseUrl(), (client) =>
    missing(client, { listings: shop.listings(), orders: shop.orders() }),
  );
  const pool = new pg.Pool({ connectionString: databaseUrl(), max: 1 });
  try {
    // A webhook or a job may still be on its way: what is broken only for that is whole a moment later.
    for (const since = Date.now(); ; await pause(500)) {
      const broken = await auditOrders(pool);
      if (broken.length === 0 || Date.now() - since > withinMs) return [...lost, ...shop.complaints(), ...broken];
    }
  } finally {
    await pool.end();
  }
}

interface Recent {
  listings: readonly string[];
  orders: readonly { id: string; listingId: string }[];
}

async function missing(client: pg.Client, { listings, orders }: Recent): Promise<string[]> {
  const ofOrders = orders.map(({ listingId }) => listingId);
  const { rows: there } = await client.query<{ id: string }>('select id from listing where id = any($1)', [listings]);
  const { rows: items } = await client.query<{ order_id: string; listing_id: string }>(
    "select i.order_id, i.listing_id from order_item i join orders o on o.id = i.order_id where i.listing_id = any($1) and o.status not in ('canceled', 'refunded')",
    [ofOrders],
  );
  const [known, holder] = [
    new Set(there.map(({ id }) => id)),
    new Map(items.map((item) => [item.order_id, item.listing_id])),
  ];
  const copies = new Map<string, number>();
  for (const { listing_id: id } of items) copies.set(id, (copies.get(id) ?? 0) + 1);
  return [
    ...listings.filter((id) => !known.has(id)).map((id) => `listing ${id} was acknowledged and is not there`),
    ...orders
      .filter(({ id, listingId }) => holder.get(id) !== listingId)
      .map(({ id }) => `order ${id} was acknowledged and is not there`),
    ...[...copies]
      .filter(([, count]) => count > 1)
      .map(([id, count]) => `the one copy of listing ${id} was sold ${count} times`),
  ];
}
