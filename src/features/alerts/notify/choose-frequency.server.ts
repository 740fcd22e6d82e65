import { and, eq, inArray, isNull } from 'drizzle-orm';
import { lockMember } from '#features/members/index.server.ts';
import type { Frequency } from '#kernel/how-often.ts';
import { dueAt } from '#kernel/how-often.ts';
import { signInFirst } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { enqueueNotifying } from '../match/await-updates.server.ts';
import { type AlertKind, alert, alertChoice } from '../model/alert.tables.ts';
import { usualOfLists } from '../words.ts';

/** Kinds of alerts with one frequency for all. */
export type Chosen = 'favourites' | 'lists';

const kindsOf: Record<Chosen, AlertKind[]> = { favourites: ['price', 'back', 'sold'], lists: ['list'] };

/** How often a member is notified of favourites and of want lists. */
export async function chosenFrequencies(db: Db, memberId: string): Promise<Record<Chosen, Frequency>> {
  const [row] = await db.select().from(alertChoice).where(eq(alertChoice.memberId, memberId));
  return { favourites: row?.favourites ?? 'now', lists: row?.lists ?? usualOfLists };
}

/** Sets a frequency, and moves pending alerts to it. */
export async function chooseFrequency(
  platform: Platform,
  actor: Actor,
  of: Chosen,
  frequency: Frequency,
): Promise<void> {
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    const now = platform.clock.now();
    const at = dueAt(frequency, now);
    const choice = { target: alertChoice.memberId, set: { [of]: frequency } };
    await tx.db
      .insert(alertChoice)
      .values({ memberId: actor.id, [of]: frequency })
      .onConflictDoUpdate(choice);
    const waiting = await tx.db
      .update(alert)
      .set({ dueAt: at })
      .where(and(eq(alert.memberId, actor.id), inArray(alert.kind, kindsOf[of]), isNull(alert.toldAt)))
      .returning({ id: alert.listingId });
    if (waiting.length > 0) enqueueNotifying(tx, at, now);
  });
}
