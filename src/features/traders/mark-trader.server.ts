import { getAccount, lockMember } from '#features/members/index.server.ts';
import { conflict, notFound } from '#kernel/refusal.ts';
import { profileNotFound } from '#kernel/specified-texts.ts';
import { addMs } from '#kernel/time.ts';
import { recordAct } from '#platform/audit/audit.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { traderRefusals } from './contract.ts';
import { mailMarkedJob } from './model/traders.jobs.ts';
import { traderPolicy } from './model/traders.policy.ts';
import { storeStatus } from './set-trader-status.server.ts';
import { findStatus } from './trader-status.queries.server.ts';

/**
 * An admin marks a member as a trader. They list nothing more without the required data, which an email asks for; their
 * listings stay until the due date (`TRADER_DATA_DAYS`), and are then paused until the data is complete. Refuses an
 * unknown member (404), oneself (403), and one who is marked already (409).
 */
export async function markTrader(
  platform: Platform,
  admin: Pick<Actor, 'id' | 'role'>,
  memberId: string,
  reason: string,
): Promise<void> {
  traderPolicy.check(admin, 'mark', { memberId });
  await getAccount(platform.db, memberId);
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, memberId))) throw notFound(profileNotFound);
    const before = await findStatus(tx.db, memberId);
    if (before?.markedAt)
      throw conflict(traderRefusals.marked, 'This member is already marked as a professional seller.');
    const now = platform.clock.now();
    const dataDueAt = addMs(now, platform.config.traderDataMs);
    await storeStatus(
      tx,
      memberId,
      { kind: 'trader', markedBy: admin.id, markedAt: now, dataDueAt },
      { by: admin.id, before, now },
    );
    await recordAct(tx, { by: admin.id, act: 'trader.marked', subject: memberId, data: { reason } }, now);
    tx.enqueue(mailMarkedJob, { memberId, reason });
  });
}

/** Removes the mark: the member sets their status themselves again. Refuses a member without a mark (409). */
export async function unmarkTrader(
  platform: Platform,
  admin: Pick<Actor, 'id' | 'role'>,
  memberId: string,
): Promise<void> {
  traderPolicy.check(admin, 'mark', { memberId });
  await getAccount(platform.db, memberId);
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, memberId))) throw notFound(profileNotFound);
    const before = await findStatus(tx.db, memberId);
    if (!before?.markedAt) throw conflict('not_marked', 'This member isn’t marked as a professional seller.');
    const now = platform.clock.now();
    const kind = before.certifiedAt === null ? 'private' : before.kind;
    await storeStatus(
      tx,
      memberId,
      { kind, markedBy: null, markedAt: null, dataDueAt: null },
      { by: admin.id, before, now },
    );
    await recordAct(tx, { by: admin.id, act: 'trader.unmarked', subject: memberId }, now);
  });
}
