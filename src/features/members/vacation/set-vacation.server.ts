import { eq } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { invalid } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { VacationInput } from '../contract.ts';
import { endVacationJob, startVacationJob } from '../model/member.jobs.ts';
import { vacation } from '../model/members.tables.ts';
import { renewProfile } from '../profile/profile-facts.server.ts';
import { lockProfile } from '../profile/update-profile.server.ts';
import { appendVacationChanged, closeVacation } from './end-vacation.server.ts';
import { findStatus } from './vacation.queries.server.ts';
import { isPeriod, planVacation } from './vacation.rules.ts';

/**
 * Plans or starts a vacation, or changes the one that starts on that day. Refuses by field (422) one that is past, too
 * long, ends before it starts, or overlaps the existing one.
 */
export async function setVacation(platform: Platform, actor: Actor, { from, to, note }: VacationInput): Promise<void> {
  await write(platform, async (tx) => {
    await lockProfile(tx, actor.id);
    const now = platform.clock.now();
    const before = await findStatus(tx.db, actor.id);
    const isOver = before !== null && before.endsAt <= now;
    // Its timer is late.
    if (isOver) await closeVacation(tx, before, before.endsAt, now);
    const current = isOver ? null : before;
    const period = planVacation({ from, to }, current, now);
    if (!isPeriod(period)) throw invalid(period);
    const row = { ...period, note: note || null };
    const id = current?.id ?? newId(now.getTime());
    if (current) await tx.db.update(vacation).set(row).where(eq(vacation.id, id));
    else await tx.db.insert(vacation).values({ ...row, id, memberId: actor.id, createdAt: now });
    await follow(tx, actor.id, { ...period, id }, now);
  });
}

async function follow(
  tx: Tx,
  memberId: string,
  { id, startsAt, endsAt }: { id: string; startsAt: Date; endsAt: Date },
  now: Date,
): Promise<void> {
  if (startsAt > now) tx.enqueue(startVacationJob, { vacationId: id }, { runAt: startsAt, key: id });
  tx.enqueue(endVacationJob, { vacationId: id }, { runAt: endsAt, key: id });
  await renewProfile(tx, memberId);
  appendVacationChanged(tx, memberId, now);
}
