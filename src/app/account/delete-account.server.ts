import {
  deletionMessages,
  type LeavingInput,
  noteRows,
  proveLeaving,
  undoLifeMs,
} from '#features/auth/index.server.ts';
import { memberDeleted } from '#features/members/index.server.ts';
import { isRefusal, Refusal } from '#kernel/refusal.ts';
import { addMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

/** Retries: concurrent actions of others (an order, say) are cancelled too; more rounds than this do not occur. */
const tries = 5;

/**
 * Deletes the member's account in one transaction; for two weeks it can be restored. Refuses without proof of identity (403), and while something is owed
 * (409, naming the orders). Each feature deletes its own rows (`platform.accountDeletion`). What is deleted, what is
 * retained, and what is restored: ADR 010.
 */
export async function deleteAccount(platform: Platform, actor: Actor, input: LeavingInput): Promise<void> {
  await proveLeaving(platform, actor, input);
  try {
    for (let attempt = 0; attempt < tries; attempt++) {
      for (const { refuse } of platform.accountDeletion.deletionChecks) await refuse(platform.db, actor.id);
      for (const { settle } of platform.accountDeletion.deletionChecks) await settle(platform, actor.id);
      if (await eraseMember(platform, actor.id)) return;
    }
  } catch (error) {
    if (isRefusal(error)) throw error;
    platform.log.error('an account could not be deleted', { userId: actor.id, error });
  }
  throw new Refusal(503, 'deletion_failed', deletionMessages.failed, { retryAfterSeconds: 10 });
}

/** Rolls the transaction back without an error. */
class Unsettled extends Error {}

/** False when new records appeared meanwhile. Takes the features' locks in the same order as every other write. */
async function eraseMember(platform: Platform, memberId: string): Promise<boolean> {
  const { deletionChecks, erasures } = platform.accountDeletion;
  const now = platform.clock.now();
  try {
    await write(platform, async (tx) => {
      for (const { lock } of erasures) if (lock && !(await lock(tx, memberId))) return;
      const shown = new Set<string>();
      for (const feature of deletionChecks) {
        await feature.refuse(tx.db, memberId);
        if (await feature.isUnsettled(tx.db, memberId)) throw new Unsettled();
        for (const id of await feature.listShown(tx.db, memberId)) shown.add(id);
      }
      const removed = new Map<string, string>();
      const undoUntil = addMs(now, undoLifeMs);
      await noteRows(tx, erasures, memberId);
      for (const { erase } of erasures) await erase?.(tx, { memberId, now, shown, removed, undoUntil, platform });
      tx.append(memberDeleted, {
        subject: memberId,
        version: now.getTime(),
        topics: [`profile:${memberId}`, `seller:${memberId}`],
      });
    });
    return true;
  } catch (error) {
    if (error instanceof Unsettled) return false;
    throw error;
  }
}
