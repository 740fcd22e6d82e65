import { and, eq, isNull, lte } from 'drizzle-orm';
import { addMs, minuteMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { vacationChanged } from '../model/member.events.ts';
import { endVacationJob, startVacationJob } from '../model/member.jobs.ts';
import { type VacationRow, vacation } from '../model/members.tables.ts';
import { lockMember } from '../profile/forget-profile.server.ts';
import { renewProfile } from '../profile/profile-facts.server.ts';
import { lockProfile } from '../profile/update-profile.server.ts';
import { findStatus } from './vacation.queries.server.ts';

export function appendVacationChanged(tx: Tx, memberId: string, now: Date): void {
  tx.append(vacationChanged, { subject: memberId, version: now.getTime(), topics: [] });
}

/** Retains the dates, which paused offers need; deletes the note. The caller has locked the member's profile. */
export async function closeVacation(tx: Tx, { id, memberId }: VacationRow, endsAt: Date, now: Date): Promise<void> {
  await tx.db.update(vacation).set({ endsAt, endedAt: now, note: null }).where(eq(vacation.id, id));
  await renewProfile(tx, memberId);
  appendVacationChanged(tx, memberId, now);
}

/** Ends the current vacation now, or cancels the planned one. A missing one is no error. */
export async function endVacation(platform: Platform, actor: Actor): Promise<void> {
  await write(platform, async (tx) => {
    await lockProfile(tx, actor.id);
    const now = platform.clock.now();
    const row = await findStatus(tx.db, actor.id);
    if (!row) return;
    if (row.startsAt <= now) return closeVacation(tx, row, row.endsAt < now ? row.endsAt : now, now);
    await tx.db.delete(vacation).where(eq(vacation.id, row.id));
    await renewProfile(tx, actor.id);
    appendVacationChanged(tx, actor.id, now);
  });
}

/**
 * The vacation's start: publishes an event that reloads open pages. Whether a seller is away depends on the dates
 * alone, so a late timer delays nothing else.
 */
export async function startOnTime(platform: Platform, vacationId: string): Promise<void> {
  await onTime(platform, vacationId, async (tx, row, now) => {
    if (row.startsAt <= now) await renewProfile(tx, row.memberId);
    // A timer that fires early is rescheduled.
    else tx.enqueue(startVacationJob, { vacationId }, { runAt: row.startsAt, key: vacationId });
  });
}

/** The time of return. */
export async function endOnTime(platform: Platform, vacationId: string): Promise<void> {
  await onTime(platform, vacationId, async (tx, row, now) => {
    if (row.endsAt <= now) await closeVacation(tx, row, row.endsAt, now);
    else tx.enqueue(endVacationJob, { vacationId }, { runAt: row.endsAt, key: vacationId });
  });
}

/** Ends vacations whose timer was lost. */
export async function reconcileVacations(platform: Platform): Promise<void> {
  const late = await platform.db
    .select({ id: vacation.id })
    .from(vacation)
    .where(and(isNull(vacation.endedAt), lte(vacation.endsAt, addMs(platform.clock.now(), -10 * minuteMs))))
    .limit(200);
  for (const { id } of late) await endOnTime(platform, id);
}

/** Does nothing for a deleted member and for one who came back meanwhile. */
async function onTime(
  platform: Platform,
  vacationId: string,
  work: (tx: Tx, row: VacationRow, now: Date) => Promise<void>,
): Promise<void> {
  const [known] = await platform.db.select().from(vacation).where(eq(vacation.id, vacationId));
  if (!known) return;
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, known.memberId))) return;
    await lockProfile(tx, known.memberId);
    const row = await findStatus(tx.db, known.memberId);
    if (row?.id === vacationId) await work(tx, row, platform.clock.now());
  });
}
