import { givenSince, howOftenNotified, type PendingMatch, takePendingMatches } from '#features/wanted/index.server.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { awaitUpdates, type NewAlert, notifyAsOften } from './await-updates.server.ts';

/** Longer than two releases run at the same time. */
const lookBackMs = 3 * dayMs;

function updatesOf({ ownerId: memberId, wantId: sourceId, listingId, frequency }: PendingMatch): NewAlert {
  return { memberId, kind: 'want', sourceId, listingId, about: 'new', frequency };
}

/** Stores alerts for the owners of these wants about copies that now meet them, each at the frequency of its want. */
export async function awaitWanted(
  platform: Platform,
  { wants, wantId }: { wants: string[]; wantId?: string | undefined },
): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const pending = await takePendingMatches(tx, wantId === undefined ? wants : [wantId], now);
    await awaitUpdates(tx, pending.map(updatesOf), now);
  });
}

/**
 * A process of the previous release treats these alerts as favourites and deletes them unsent. They are written again;
 * existing rows stay.
 */
export async function awaitForgotten(platform: Platform): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    await awaitUpdates(tx, (await givenSince(tx.db, addMs(now, -lookBackMs))).map(updatesOf), now);
  });
}

/** Moves the pending alerts of a want to the frequency that its owner chose. */
export async function followWant(platform: Platform, wantId: string): Promise<void> {
  await write(platform, async (tx) => {
    const found = await howOftenNotified(tx.db, wantId);
    if (found)
      await notifyAsOften(
        tx,
        { memberId: found.ownerId, kind: 'want', sourceId: wantId, frequency: found.frequency },
        platform.clock.now(),
      );
  });
}
