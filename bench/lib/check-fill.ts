import { isDeepStrictEqual } from 'node:util';
import type { ListingPhoto } from '#features/listings/contract.ts';
import { createListing } from '#features/listings/index.server.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import type { Platform } from '#platform/platform.ts';

type Draft = Parameters<typeof createListing>[2];
type Row = Record<string, unknown> & { photos: ListingPhoto[] };

/** Columns that differ between two equal listings. */
const ignored = ['id', 'created_at', 'updated_at', 'published_at', 'expires_at', 'sample', 'n'];

/** Creates five of the filled listings again with the use case. Throws where a column differs. */
export async function checkFill(url: string, say: (line: string) => void): Promise<void> {
  const { pool, db, close } = openDatabase(url, createLog('warn'), 4);
  const rowsOf = async (condition: string): Promise<Row[]> => {
    const { rows } = await pool.query<{ row: Row }>(
      `select to_jsonb(l) as row from listing l where id in (${condition})`,
    );
    return rows.map(({ row }) => row);
  };
  try {
    const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', DATABASE_URL: url });
    const parts = { config, db, pool, bus: new Bus(), clock: systemClock, reactions: new Map() };
    const filledRows = await rowsOf('select id from listing order by md5(id) limit 5');
    for (const filled of filledRows) {
      const id = await createAgain(parts as unknown as Platform, filled);
      const [created] = await rowsOf(`'${id}'`);
      for (const row of [filled, created])
        for (const photo of row?.photos ?? []) Object.assign(photo, { id: '', url: '' });
      for (const column of Object.keys(filled)) {
        const [is, expected] = [filled[column], created?.[column]];
        if (ignored.includes(column) || isDeepStrictEqual(is, expected)) continue;
        throw new Error(`${column} is filled with ${JSON.stringify(is)}, created with ${JSON.stringify(expected)}`);
      }
    }
    say(`${filledRows.length} filled listings are the same as those of the use case`);
  } finally {
    await close();
  }
}

async function createAgain(platform: Platform, row: Row): Promise<string> {
  const actor: Actor = {
    id: String(row.seller_id),
    role: 'member',
    via: 'bearer',
    sessionId: null,
    signedInAt: new Date(),
  };
  const { condition, finish, language, grading, quantity, description, shipping } = row as unknown as Draft;
  const draft = {
    catalogueCardId: String(row.card_id),
    ...{ condition, finish, language, grading, quantity, description, shipping },
    price: { amount: Number(row.price_amount), currency: row.currency },
    acceptsOffers: row.accepts_offers,
    status: 'active',
  } as Draft;
  const { id } = await createListing(platform, actor, draft, { artViews: ['front'] });
  return id;
}
