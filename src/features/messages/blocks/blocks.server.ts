import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notAllowed, notFound } from '#kernel/refusal.ts';
import { minuteMs } from '#kernel/time.ts';
import { readThrough } from '#platform/cache/read-through.ts';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { type BlockList, type BlockSide, messageRefusals } from '../contract.ts';
import { blocksChanged } from '../model/message.events.ts';
import { unknownMember } from '../model/message.policy.ts';
import { memberBlock } from '../model/message.tables.ts';
import { messagesLimits } from '../model/messages.limits.ts';
import { reasonCode, reasonText } from '../model/report.rules.ts';

const between = (a: string, b: string) =>
  or(
    and(eq(memberBlock.memberId, a), eq(memberBlock.blockedId, b)),
    and(eq(memberBlock.memberId, b), eq(memberBlock.blockedId, a)),
  );

/** Whether one of the two has blocked the other, in either direction. */
export async function isBlocked(db: Db, a: string, b: string): Promise<boolean> {
  const [row] = await db.select({ by: memberBlock.memberId }).from(memberBlock).where(between(a, b)).limit(1);
  return row !== undefined;
}

/** The block between a member and another: `own` when the member blocked, otherwise only that there is one. */
export async function findBlockBetween(db: Db, memberId: string, otherId: string): Promise<BlockSide | null> {
  const rows = await db.select({ by: memberBlock.memberId }).from(memberBlock).where(between(memberId, otherId));
  if (rows.length === 0) return null;
  return rows.some(({ by }) => by === memberId) ? 'mine' : 'other';
}

/** Ids of the members who have a block with this one, in either direction. */
export async function blockedWith(db: Db, memberId: string): Promise<Set<string>> {
  const rows = await db
    .select()
    .from(memberBlock)
    .where(or(eq(memberBlock.memberId, memberId), eq(memberBlock.blockedId, memberId)));
  return new Set(rows.map((row) => (row.memberId === memberId ? row.blockedId : row.memberId)));
}

/** The same for several: whether a block exists between one of them and another member. */
export async function blockedWithAny(
  db: Db,
  memberIds: readonly string[],
): Promise<(memberId: string, other: string) => boolean> {
  const ids = [...memberIds];
  const rows = await db
    .select()
    .from(memberBlock)
    .where(or(inArray(memberBlock.memberId, ids), inArray(memberBlock.blockedId, ids)));
  const pairs = new Set(
    rows.flatMap((row) => [`${row.memberId} ${row.blockedId}`, `${row.blockedId} ${row.memberId}`]),
  );
  return (memberId, other) => pairs.has(`${memberId} ${other}`);
}

/** `blockedWith`, cached until `blocks.changed` of this member, for frequent reads. Empty for a visitor. */
export function hiddenFrom(
  platform: Pick<Platform, 'db' | 'cache' | 'clock' | 'bus'>,
  memberId: string | null,
): Promise<ReadonlySet<string>> {
  if (memberId === null) return Promise.resolve(noMembers);
  return readThrough(platform, `blocks ${memberId}`, { ...cacheOptions, tags: () => [topicOf(memberId)] }, () =>
    blockedWith(platform.db, memberId),
  );
}

const noMembers: ReadonlySet<string> = new Set();
const cacheOptions = { forMs: minuteMs, bytes: (members: ReadonlySet<string>) => 300 + members.size * 80 };
const topicOf = (memberId: string) => `blocks:${memberId}`;

/**
 * Refuses (403 `blocked`) when one of the two has blocked the other, without naming which. `sentence` says what they
 * cannot do.
 */
export async function refuseBlocked(tx: Pick<Tx, 'db'>, from: string, to: string, sentence = noWords): Promise<void> {
  if (await isBlocked(tx.db, from, to)) throw notAllowed(sentence, messageRefusals.blocked);
}

const noWords = 'You and this member can’t message each other.';

function appendChanged(tx: Tx, actor: Actor, memberId: string): void {
  tx.append(blocksChanged, { subject: actor.id, version: 0, topics: [topicOf(actor.id), topicOf(memberId)] });
}

/**
 * Blocks a member: the two no longer get messages from, see listings of or buy from each other; existing orders
 * continue. A repeated block stores the newer reason, which only the blocker reads. Refuses oneself (403), an unknown
 * member (404), too many in an hour (429).
 */
export async function blockMember(platform: Platform, actor: Actor, memberId: string, given?: string): Promise<void> {
  if (memberId === actor.id) throw notAllowed('You can’t block yourself.');
  if (!isId(memberId) || !(await findSellers(platform.db, [memberId])).has(memberId)) throw notFound(unknownMember);
  await platform.limits.count(messagesLimits.blocks, actor.id);
  const reason = given === undefined ? null : (reasonCode(given) ?? given);
  await write(platform, async (tx) => {
    await tx.db
      .insert(memberBlock)
      .values({ memberId: actor.id, blockedId: memberId, reason, createdAt: platform.clock.now() })
      .onConflictDoUpdate({ target: [memberBlock.memberId, memberBlock.blockedId], set: { reason } });
    appendChanged(tx, actor, memberId);
  });
}

/** A missing block is no error. */
export async function unblockMember(platform: Platform, actor: Actor, memberId: string): Promise<void> {
  if (!isId(memberId)) throw notFound(unknownMember);
  await write(platform, async (tx) => {
    await tx.db.delete(memberBlock).where(and(eq(memberBlock.memberId, actor.id), eq(memberBlock.blockedId, memberId)));
    appendChanged(tx, actor, memberId);
  });
}

/** Members blocked by this one, the latest first. */
export async function listBlocks(db: Db, memberId: string): Promise<BlockList> {
  const rows = await db
    .select()
    .from(memberBlock)
    .where(eq(memberBlock.memberId, memberId))
    .orderBy(desc(memberBlock.createdAt));
  const names = await findSellers(
    db,
    rows.map(({ blockedId }) => blockedId),
  );
  return {
    items: rows.flatMap(({ blockedId, reason, createdAt }) => {
      const member = names.get(blockedId);
      return member
        ? [
            {
              memberId: blockedId,
              username: member.username,
              avatarUrl: member.avatarUrl,
              reason: reason === null ? null : reasonText(reason),
              createdAt: createdAt.toISOString(),
            },
          ]
        : [];
    }),
    nextCursor: null,
  };
}
