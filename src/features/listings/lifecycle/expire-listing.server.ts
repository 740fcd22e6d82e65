import { and, eq, inArray, lte } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { listing } from '../model/listing.tables.ts';
import { moveListing } from './listing.move.server.ts';

/**
 * Ends a listing whose time has run out. Harmless when it is not live any more or got more time meanwhile. A reserved
 * one ends when its hold does.
 */
export async function expireListing(platform: Platform, id: string): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(listing)
      .where(and(eq(listing.id, id), eq(listing.status, 'active')))
      .for('update');
    if (row?.expiresAt && row.expiresAt <= now)
      await moveListing(tx, row, { verb: 'expire', mover: { by: 'timer' } }, now);
  });
}

/** The same for those of many whose time has run out. */
export async function expireTogether(platform: Platform, ids: readonly string[]): Promise<void> {
  const over = await platform.db
    .select({ id: listing.id })
    .from(listing)
    .where(
      and(inArray(listing.id, [...ids]), eq(listing.status, 'active'), lte(listing.expiresAt, platform.clock.now())),
    );
  for (const { id } of over) await expireListing(platform, id);
}
