import { and, eq } from 'drizzle-orm';
import { findAway, findPublicId, lockMember } from '#features/members/index.server.ts';
import { refuseBlocked } from '#features/messages/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { conflict, notAllowed, notFound, signInFirst } from '#kernel/refusal.ts';
import { profileNotFound } from '#kernel/specified-texts.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { overQuota } from '#platform/limits/quotas.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { vacationsRefusals } from './contract.ts';
import { vacationsLimits, vacationsQuotas } from './vacations.limits.ts';
import { returnWait } from './vacations.tables.ts';

const waitOf = (memberId: string, sellerId: string) =>
  and(eq(returnWait.memberId, memberId), eq(returnWait.sellerId, sellerId));

/**
 * Notifies the member once when this seller is back; idempotent. Refuses an unknown seller (404), oneself (403), a
 * block between the two (403), a seller who is not away (409 `not_away`), too many notices (409, 429).
 */
export async function requestReturnNotice(platform: Platform, actor: Actor, sellerId: string): Promise<void> {
  if (sellerId === actor.id) throw notAllowed('You can’t get a notification about your own vacation.');
  if (!isId(sellerId) || (await findPublicId(platform.db, sellerId)) !== sellerId) throw notFound(profileNotFound);
  await platform.limits.count(vacationsLimits.asked, actor.id);
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    // Locked, so that the vacation cannot end between the check and the insert without notifying this member.
    if (!(await lockMember(tx, sellerId))) throw notFound(profileNotFound);
    await refuseBlocked(tx, actor.id, sellerId, 'You can’t request this notification because of a block.');
    const now = platform.clock.now();
    const away = (await findAway(tx.db, [sellerId], now)).get(sellerId);
    if (!away) throw conflict(vacationsRefusals.notAway, 'This seller isn’t on vacation. You can buy from them now.');
    const { most } = vacationsQuotas.returnsAwaited;
    if (
      (await tx.db.$count(returnWait, eq(returnWait.memberId, actor.id))) >= most &&
      !(await hasReturnNotice(tx.db, actor.id, sellerId))
    )
      throw overQuota(vacationsQuotas.returnsAwaited);
    await tx.db
      .insert(returnWait)
      .values({ sellerId, memberId: actor.id, vacationId: away.id, createdAt: now })
      .onConflictDoUpdate({ target: [returnWait.sellerId, returnWait.memberId], set: { vacationId: away.id } });
  });
}

/** Cancels a return notice; a missing one is no error. */
export async function cancelReturnNotice(platform: Platform, actor: Actor, sellerId: string): Promise<void> {
  if (!isId(sellerId)) throw notFound(profileNotFound);
  await write(platform, async (tx) => {
    await tx.db.delete(returnWait).where(waitOf(actor.id, sellerId));
  });
}

/** Whether this member waits for that seller's return; false for a visitor. */
export async function hasReturnNotice(db: Db, memberId: string | null, sellerId: string): Promise<boolean> {
  return memberId !== null && (await db.$count(returnWait, waitOf(memberId, sellerId))) > 0;
}
