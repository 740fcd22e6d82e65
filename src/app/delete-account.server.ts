import { anonymiseMember, deletionMessages, type LeavingInput, proveLeaving } from '#features/entry/index.server.ts';
import { forgetSeller } from '#features/listings/index.server.ts';
import { lockLeaving, memberDeleted } from '#features/members/index.server.ts';
import { forgetPreferences } from '#features/notifications/index.server.ts';
import { endUnpaidOrders, forgetBuyer, hasUnpaidOrders, listOrderedListings, refuseWhileOwed } from '#features/orders/index.server.ts';
import { forgetSubscriber } from '#features/tiers/index.server.ts';
import { isRefusal, Refusal } from '#kernel/refusal.ts';
import { forgetRequestKeys } from '#platform/http/request-keys.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';

/** Orders that others place while this runs are called off too; nobody places more than that many times. */
const tries = 5;

/**
 * Deletes the member's account: all of it in one transaction, or nothing. Refuses without proof of who it is (403), and while an order is paid and not
 * completed (409, naming the orders). What goes and what stays: docs/decisions/0011-deletion.md.
 */
export async function deleteAccount(platform: Platform, actor: Actor, input: LeavingInput): Promise<void> {
  await proveLeaving(platform, actor, input);
  try {
    for (let attempt = 0; attempt < tries; attempt++) {
      await refuseWhileOwed(platform.db, actor.id);
      await endUnpaidOrders(platform, actor.id);
      if (await eraseMember(platform, actor.id)) return;
    }
  } catch (error) {
    if (isRefusal(error)) throw error;
    platform.log.error('an account could not be deleted', { userId: actor.id, error });
  }
  throw new Refusal(503, 'deletion_failed', deletionMessages.failed, { retryAfterSeconds: 10 });
}

/** Takes the transaction back although nothing is wrong. */
class Unpaid extends Error {}

/** False when an order was placed meanwhile. The rooms' locks are taken in the order in which every other write takes them. */
async function eraseMember(platform: Platform, memberId: string): Promise<boolean> {
  const now = platform.clock.now();
  try {
    await write(platform, async (tx) => {
      await forgetSubscriber(tx, memberId);
      if (!(await lockLeaving(tx, memberId))) return;
      const checkOrders = async () => {
        await refuseWhileOwed(tx.db, memberId);
        if (await hasUnpaidOrders(tx.db, memberId)) throw new Unpaid();
        return listOrderedListings(tx.db, memberId);
      };
      await forgetSeller(tx, memberId, checkOrders, now);
      await forgetBuyer(tx, memberId);
      await forgetRequestKeys(tx, memberId);
      await forgetPreferences(tx, memberId);
      await anonymiseMember(tx, platform, memberId, now);
      tx.append(memberDeleted, { subject: memberId, version: now.getTime(), topics: [`profile:${memberId}`, `seller:${memberId}`] });
    });
    return true;
  } catch (error) {
    if (error instanceof Unpaid) return false;
    throw error;
  }
}
