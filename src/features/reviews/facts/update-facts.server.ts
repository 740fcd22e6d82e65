import { eq } from 'drizzle-orm';
import { lockMember, setFacts } from '#features/members/index.server.ts';
import { firstAnswerIn } from '#features/messages/index.server.ts';
import { saleCourse } from '#features/orders/index.server.ts';
import { connectionOf } from '#platform/db/db.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { answerFact, saleFact } from '../model/review.tables.ts';
import { readFacts } from './facts.queries.server.ts';
import { recountFacts } from './recount-facts.server.ts';

/**
 * Stores what an order says about its seller, as the order is now, and updates the profile; deletes the row of an order
 * that no longer counts. Idempotent.
 */
export async function measureSale(platform: Platform, orderId: string): Promise<void> {
  const [known] = await platform.db
    .select({ sellerId: saleFact.sellerId })
    .from(saleFact)
    .where(eq(saleFact.orderId, orderId));
  const sellerId = (await saleCourse(platform.db, orderId))?.sellerId ?? known?.sellerId;
  if (sellerId === undefined) return;
  await changeFacts(platform, sellerId, async (tx) => {
    // Read under the lock: of two that run at once the later one has seen all.
    const course = await saleCourse(tx.db, orderId);
    if (!course) {
      await tx.db.delete(saleFact).where(eq(saleFact.orderId, orderId));
      return;
    }
    const { orderId: id, ...said } = course;
    await tx.db
      .insert(saleFact)
      .values({ orderId: id, ...said })
      .onConflictDoUpdate({ target: saleFact.orderId, set: said });
  });
}

/** The same for the first answer in a conversation, which never changes. */
export async function measureAnswer(platform: Platform, threadId: string): Promise<void> {
  const answer = await firstAnswerIn(platform.db, threadId);
  if (!answer) return;
  const { memberId, answeredAt, waitSeconds } = answer;
  await changeFacts(platform, memberId, async (tx) => {
    await tx.db.insert(answerFact).values({ threadId, memberId, answeredAt, waitSeconds }).onConflictDoNothing();
  });
}

/**
 * Counts a member's facts from orders and conversations, where an event may have been missed. Does nothing for a
 * deleted member.
 */
export async function countFacts(platform: Platform, memberId: string): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    if ((await lockFacts(tx, memberId, now)) !== 'gone') await recountFacts(tx, memberId, now);
  });
}

async function changeFacts(platform: Platform, memberId: string, change: (tx: Tx) => Promise<void>): Promise<void> {
  await write(platform, async (tx) => {
    const now = platform.clock.now();
    const known = await lockFacts(tx, memberId, now);
    if (known === 'gone') return;
    if (known === 'new') await recountFacts(tx, memberId, now);
    else {
      await change(tx);
      await setFacts(tx, memberId, await readFacts(tx.db, memberId, now));
    }
  });
}

/**
 * Locks the facts of a member until the transaction ends. `new` where there were none; `gone` where the member is
 * deleted.
 */
export async function lockFacts(tx: Tx, memberId: string, now: Date): Promise<'known' | 'new' | 'gone'> {
  // Before the facts, as a deletion takes them.
  if (!(await lockMember(tx, memberId))) return 'gone';
  const db = connectionOf(tx.db);
  const made = await db.query('insert into member_facts (member_id, renew_at) values ($1, $2) on conflict do nothing', [
    memberId,
    now,
  ]);
  await db.query('select 1 from member_facts where member_id = $1 for update', [memberId]);
  return made.rowCount === 1 ? 'new' : 'known';
}

/** Deletes the facts of a member whose account is deleted. */
export async function forgetFacts(tx: Tx, memberId: string): Promise<void> {
  await tx.db.delete(saleFact).where(eq(saleFact.sellerId, memberId));
  await tx.db.delete(answerFact).where(eq(answerFact.memberId, memberId));
  await connectionOf(tx.db).query('delete from member_facts where member_id = $1', [memberId]);
}
