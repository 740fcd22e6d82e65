import { eq } from 'drizzle-orm';
import { requireUnlimited, requireVerifiedEmail } from '#features/auth/index.server.ts';
import { isSuspended, lockMembers } from '#features/members/index.server.ts';
import { tierOf } from '#features/tiers/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { conflict, notAllowed, notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { refuseBlocked } from '../blocks/blocks.server.ts';
import { type Message, messageRefusals, type OpenThreadInput, type SendMessageInput } from '../contract.ts';
import { messagePolicy, unknownMember, unknownThread } from '../model/message.policy.ts';
import type { ThreadSubjectKind } from '../model/message.rules.ts';
import { type ThreadRow, thread } from '../model/message.tables.ts';
import { messagesLimits } from '../model/messages.limits.ts';
import {
  appendMessage,
  beginThread,
  findSent,
  lockThreadOf,
  type ShownCard,
  type SubjectKey,
} from './post-message.server.ts';

/** The thread under its lock, for one of its two (404 for all others). */
export async function lockThread(
  tx: Tx,
  actor: Pick<Actor, 'id' | 'role'>,
  threadId: string,
  verb: 'write' | 'read' | 'delete',
): Promise<ThreadRow> {
  const [row] = isId(threadId) ? await tx.db.select().from(thread).where(eq(thread.id, threadId)).for('update') : [];
  if (!row) throw notFound(unknownThread);
  messagePolicy.check(actor, verb, row);
  return row;
}

/**
 * Sends a message to an own thread. A second message with the same `clientId` returns the first one, whatever its text.
 * Refuses a thread of others (404), a block (403 `blocked`), a deleted or suspended recipient (409 `not_reachable`),
 * and more than 20 in a minute (429).
 */
export async function sendMessage(
  platform: Platform,
  actor: Actor,
  threadId: string,
  input: SendMessageInput,
): Promise<Message> {
  return write(platform, async (tx) => {
    const [found] = isId(threadId) ? await tx.db.select().from(thread).where(eq(thread.id, threadId)) : [];
    if (!found) throw notFound(unknownThread);
    messagePolicy.check(actor, 'write', found);
    const to = found.firstId === actor.id ? found.secondId : found.firstId;
    // Members before their threads: the lock order of a deletion.
    const isThere = await lockBoth(tx, actor.id, to);
    return say(platform, tx, actor, await lockThread(tx, actor, threadId, 'write'), to, isThere, input);
  });
}

/**
 * Sends a message to a member about a listing, an order, a wanted post, or no subject; opens the one thread of that
 * pair and subject, or continues it. Refuses a new thread unless the subject's feature permits it (404), and above the
 * tier's number per hour (429). `card`: what the calling feature shows beside the text.
 */
export async function openThread(
  platform: Platform,
  actor: Actor,
  input: OpenThreadInput,
  card?: ShownCard,
): Promise<Message> {
  const { recipientId: to, listingId, orderId, wantedId, text, clientId } = input;
  if (to === actor.id) throw notAllowed('You can’t send yourself a message.');
  if (!isId(to)) throw notFound(unknownMember);
  const kind =
    listingId !== undefined
      ? 'listing'
      : orderId !== undefined
        ? 'order'
        : wantedId !== undefined
          ? 'wanted'
          : 'member';
  const subject: SubjectKey = { kind, id: listingId ?? orderId ?? wantedId ?? '' };
  if (kind !== 'member' && !isId(subject.id)) throw notFound(unknownSubject);
  const grown = await mayTalk(platform, actor.id, to, subject);
  return write(platform, async (tx) => {
    const isThere = await lockBoth(tx, actor.id, to);
    const going =
      (await lockThreadOf(tx, subject, actor.id, to)) ??
      (grown?.from ? await lockThreadOf(tx, grown.from, actor.id, to) : null);
    if (going) return say(platform, tx, actor, going, to, isThere, { text, clientId, card });
    if (!isThere || (await isSuspended(tx.db, to))) throw notFound(unknownMember);
    if (!grown) throw notFound(unknownSubject);
    await requireVerifiedEmail(platform, tx, messagePolicy, 'open', actor.id);
    await requireUnlimited(platform, tx, actor.id, 'write');
    await refuseBlocked(tx, actor.id, to);
    const { row, isNew } = await beginThread(tx, subject, actor.id, to, platform.clock.now());
    if (isNew) {
      const { newThreads, newThreadsOfPremium } = messagesLimits;
      const isPremium = (await tierOf(tx.db, actor.id)) === 'premium';
      await platform.limits.count(isPremium ? newThreadsOfPremium : newThreads, actor.id, tx.db);
    }
    return say(platform, tx, actor, row, to, isThere, { text, clientId, card });
  });
}

const unknownSubject = 'We couldn’t find this subject, or it isn’t available to both of you.';

/** Whether the two may open a thread about this, and what it grew from; null if not. */
async function mayTalk(
  platform: Platform,
  viewerId: string,
  to: string,
  { kind, id }: SubjectKey,
): Promise<{ from?: SubjectKey } | null> {
  if (kind === 'member') return {};
  const view = isId(id) ? ((await platform.threadSubjects[kind]?.find(platform, viewerId, id)) ?? null) : null;
  if (!view?.with.includes(to)) return null;
  return view.from ? { from: { kind: view.from.kind as ThreadSubjectKind, id: view.from.id } } : {};
}

/** In the order of their ids, as everywhere. False when the recipient has been deleted. */
async function lockBoth(tx: Tx, from: string, to: string): Promise<boolean> {
  return (await lockMembers(tx, [from, to])).has(to);
}

async function say(
  platform: Platform,
  tx: Tx,
  actor: Actor,
  held: ThreadRow,
  to: string,
  isThere: boolean,
  { text = '', photos, clientId, card }: SendMessageInput & { card?: ShownCard | undefined },
): Promise<Message> {
  const sent = await findSent(tx, held, { from: actor.id, clientId });
  if (sent) return sent;
  await requireVerifiedEmail(platform, tx, messagePolicy, 'write', actor.id);
  await refuseBlocked(tx, actor.id, to);
  if (!isThere || (await isSuspended(tx.db, to))) {
    throw conflict(
      messageRefusals.notReachable,
      'This member can’t receive messages. You can still read the conversation.',
    );
  }
  await platform.limits.count(messagesLimits.messages, actor.id, tx.db);
  return appendMessage(tx, held, { from: actor.id, text, clientId, photos, card, now: platform.clock.now() });
}
