import { isDeepStrictEqual } from 'node:util';
import type { ListingPhoto } from '#features/listings/contract.ts';
import { createListing } from '#features/listings/index.server.ts';
import type { Condition } from '#features/listings/model/listing.rules.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import type { Platform } from '#platform/platform.ts';

/** What differs between two listings of the same thing. */
const own = ['id', 'created_at', 'updated_at', 'published_at', 'expires_at', 'sample', 'n'];

/**
 * Makes some of the filled listings again through the use case, and throws when a column that it writes would come out
 * otherwise.
 */
export async function checkFill(url: string, say: (line: string) => void): Promise<void> {
  const { pool, db, close } = openDatabase(url, createLog('warn'), 4);
  try {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(l) as row from listing l where id in (select id from listing order by md5(id) limit 5)`,
    );
    const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', DATABASE_URL: url });
    const platform = {
      config,
      db,
      pool,
      bus: new Bus(),
      clock: systemClock,
      reactions: new Map(),
    } as unknown as Platform;
    for (const { row: filled } of rows) {
      const made = await makeAgain(platform, filled);
      for (const row of [filled, made])
        row.photos = (row.photos as ListingPhoto[]).map(({ id: _, url: __, ...photo }) => photo);
      for (const column of Object.keys(filled)) {
        if (own.includes(column) || isDeepStrictEqual(filled[column], made[column])) continue;
        throw new Error(
          `the fill writes ${column} = ${JSON.stringify(filled[column])}, the use case ${JSON.stringify(made[column])}`,
        );
      }
    }
    say(`${rows.length} filled listings compared with those of the use case: the same`);
  } finally {
    await close();
  }
}

async function makeAgain(platform: Platform, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  const actor: Actor = {
    id: String(row.seller_id),
    role: 'member',
    via: 'bearer',
    sessionId: null,
    signedInAt: new Date(),
  };
  const { id } = await createListing(
    platform,
    actor,
    {
      catalogueCardId: String(row.card_id),
      condition: row.condition as Condition,
      finish: row.finish as 'normal' | null,
      language: row.language as 'en',
      grading: row.grading as { company: string; grade: number } | null,
      quantity: Number(row.quantity),
      price: { amount: Number(row.price_amount), currency: row.currency as Currency },
      description: row.description as string | null,
      acceptsOffers: Boolean(row.accepts_offers),
      shipping: row.shipping as { name: string; price: { amount: number; currency: Currency }; tracked: boolean }[],
      status: 'active',
    },
    { artViews: ['front'] },
  );
  const { rows } = await platform.pool.query<{ row: Record<string, unknown> }>(
    'select to_jsonb(l) as row from listing l where id = $1',
    [id],
  );
  return rows[0]?.row ?? {};
}
