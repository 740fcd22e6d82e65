import { and, eq, lte, sql } from 'drizzle-orm';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { listing } from './listing.tables.ts';
import { appendChange, appendEnded } from './listing.write.server.ts';

/** Ends a listing whose time has run out. Harmless when it is not live any more or got more time meanwhile. A reserved one ends when its hold does. */
export async function expireListing(platform: Platform, id: string): Promise<void> {
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    const [row] = await tx.db
      .update(listing)
      .set({ status: 'expired', version: sql`${listing.version} + 1`, updatedAt: now })
      .where(and(eq(listing.id, id), eq(listing.status, 'active'), lte(listing.expiresAt, now)))
      .returning();
    if (!row) return;
    appendChange(tx, row, 'expired');
    appendEnded(tx, row);
  });
}
