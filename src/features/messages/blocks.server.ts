import { and, desc, eq, or } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notAllowed, notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type BlockList, messageRefusals } from './contract.ts';
import { unknownMember } from './message.policy.ts';
import { memberBlock } from './message.tables.ts';

/** Whether one of the two has blocked the other, in either direction. */
export async function isBlocked(db: Db, a: string, b: string): Promise<boolean> {
  const [row] = await db
    .select({ by: memberBlock.memberId })
    .from(memberBlock)
    .where(or(and(eq(memberBlock.memberId, a), eq(memberBlock.blockedId, b)), and(eq(memberBlock.memberId, b), eq(memberBlock.blockedId, a))))
    .limit(1);
  return row !== undefined;
}

/** With whom a member has nothing to do, whichever of the two blocked the other. */
export async function blockedWith(db: Db, memberId: string): Promise<Set<string>> {
  const rows = await db
    .select()
    .from(memberBlock)
    .where(or(eq(memberBlock.memberId, memberId), eq(memberBlock.blockedId, memberId)));
  return new Set(rows.map((row) => (row.memberId === memberId ? row.blockedId : row.memberId)));
}

/** Refuses (403 `blocked`) where one of the two has blocked the other, without saying who. */
export async function refuseBlocked(tx: Pick<Tx, 'db'>, from: string, to: string): Promise<void> {
  if (await isBlocked(tx.db, from, to)) throw notAllowed('You and this member can’t write to each other.', messageRefusals.blocked);
}

/** From now on neither of the two hears from the other. Done again, it keeps the newer reason, which nobody else reads. */
export async function blockMember(platform: Platform, actor: Actor, memberId: string, reason?: string): Promise<void> {
  if (memberId === actor.id) throw notAllowed('You can’t block yourself.');
  if (!isId(memberId) || !(await findSellers(platform.db, [memberId])).has(memberId)) throw notFound(unknownMember);
  await write(platform, async (tx) => {
    await tx.db
      .insert(memberBlock)
      .values({ memberId: actor.id, blockedId: memberId, reason: reason ?? null, createdAt: platform.clock.now() })
      .onConflictDoUpdate({ target: [memberBlock.memberId, memberBlock.blockedId], set: { reason: reason ?? null } });
  });
}

/** Not having blocked them is no error. */
export async function unblockMember(platform: Platform, actor: Actor, memberId: string): Promise<void> {
  if (!isId(memberId)) throw notFound(unknownMember);
  await write(platform, async (tx) => {
    await tx.db.delete(memberBlock).where(and(eq(memberBlock.memberId, actor.id), eq(memberBlock.blockedId, memberId)));
  });
}

/** Whom a member has blocked, the latest first. */
export async function listBlocks(db: Db, memberId: string): Promise<BlockList> {
  const rows = await db.select().from(memberBlock).where(eq(memberBlock.memberId, memberId)).orderBy(desc(memberBlock.createdAt));
  const names = await findSellers(
    db,
    rows.map(({ blockedId }) => blockedId),
  );
  return {
    items: rows.flatMap(({ blockedId, reason, createdAt }) => {
      const member = names.get(blockedId);
      return member
        ? [{ memberId: blockedId, username: member.username, avatarUrl: member.avatarUrl, reason, createdAt: createdAt.toISOString() }]
        : [];
    }),
    nextCursor: null,
  };
}
