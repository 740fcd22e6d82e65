import { and, eq, inArray, isNull } from 'drizzle-orm';
import { keepMember } from '#features/members/index.server.ts';
import { signInFirst } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { alert, alertChoice } from './alert.tables.ts';
import { enqueueTelling } from './await-news.server.ts';
import { dueAt } from './due.rules.ts';
import type { Frequency } from './words.ts';

/** How often a member is told of favourites. */
export async function favouritesFrequency(db: Db, memberId: string): Promise<Frequency> {
  const [row] = await db.select().from(alertChoice).where(eq(alertChoice.memberId, memberId));
  return row?.favourites ?? 'now';
}

/** Chooses it; what waits comes as often. */
export async function chooseFavourites(platform: Platform, actor: Actor, favourites: Frequency): Promise<void> {
  await write(platform, async (tx) => {
    if (!(await keepMember(tx, actor.id))) throw signInFirst();
    const now = platform.clock.now();
    const at = dueAt(favourites, now);
    const choice = { target: alertChoice.memberId, set: { favourites } };
    await tx.db.insert(alertChoice).values({ memberId: actor.id, favourites }).onConflictDoUpdate(choice);
    const waiting = await tx.db
      .update(alert)
      .set({ dueAt: at })
      .where(and(eq(alert.memberId, actor.id), inArray(alert.kind, ['price', 'back', 'sold']), isNull(alert.toldAt)))
      .returning({ id: alert.listingId });
    if (waiting.length > 0) enqueueTelling(tx, actor.id, at, now);
  });
}
