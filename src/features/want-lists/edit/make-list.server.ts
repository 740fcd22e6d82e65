import { eq } from 'drizzle-orm';
import { requireUnlimited, requireVerifiedEmail } from '#features/auth/index.server.ts';
import { lockMember } from '#features/members/index.server.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import { newId } from '#kernel/ids.ts';
import { notAllowed, signInFirst } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { lockUser } from '#platform/identity/users.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type ChangeListInput, listRefusals, type MakeListInput } from '../contract.ts';
import { type ReadPreview, storePreview } from '../import/store-preview.server.ts';
import { listPolicy } from '../model/want-list.policy.ts';
import { wantList } from '../model/want-list.tables.ts';
import { listsLimits } from '../model/want-lists.limits.ts';
import { lockList, touchList } from './lock-list.server.ts';

/**
 * Creates a list, with its preview where cards were pasted; answers its id. Refuses an unconfirmed email address (403
 * `email_unverified`), more lists than the tier allows (403 `tier_limit`), too many in a day (429).
 */
export async function makeList(
  platform: Platform,
  actor: Actor,
  { name, isPublic }: MakeListInput,
  preview?: ReadPreview,
): Promise<string> {
  const id = newId();
  await write(platform, async (tx) => {
    if (!(await lockMember(tx, actor.id))) throw signInFirst();
    // Counts concurrent requests one after the other.
    await lockUser(tx.db, actor.id);
    await requireVerifiedEmail(platform, tx, listPolicy, 'make', actor.id);
    if (isPublic) await requireUnlimited(platform, tx, actor.id, 'share');
    const { maxWantLists: most, displayName } = await definitionOf(tx.db, actor.id);
    if ((await tx.db.$count(wantList, eq(wantList.ownerId, actor.id))) >= most)
      throw notAllowed(
        `Your ${displayName} includes ${formatNumber(most)} want lists. Delete one to create another.`,
        listRefusals.tierLimit,
      );
    await platform.limits.count(listsLimits.made, actor.id, tx.db);
    const now = platform.clock.now();
    await tx.db.insert(wantList).values({ id, ownerId: actor.id, name, isPublic, createdAt: now, updatedAt: now });
    if (preview) await storePreview(tx, id, preview, now);
    tx.made(id);
  });
  return id;
}

/**
 * Changes the name of the member's own list, or who may see it. Refuses an unknown one and, in the same words, another
 * member's (404), and a limited member who makes one public (403 `limited`).
 */
export async function changeList(platform: Platform, actor: Actor, id: string, change: ChangeListInput): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockList(tx, actor, id, 'change');
    if (change.isPublic && !row.isPublic) await requireUnlimited(platform, tx, actor.id, 'share');
    await touchList(tx, row, platform.clock.now(), change);
  });
}

/**
 * Deletes the member's own list with its lines. Refuses an unknown one and, in the same words, another member's (404).
 */
export async function removeList(platform: Platform, actor: Actor, id: string): Promise<void> {
  await write(platform, async (tx) => {
    const row = await lockList(tx, actor, id, 'remove');
    await tx.db.delete(wantList).where(eq(wantList.id, row.id));
  });
}
