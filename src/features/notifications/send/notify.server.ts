import { eq } from 'drizzle-orm';
import { tryKeepMember } from '#features/members/index.server.ts';
import { newId } from '#kernel/ids.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { countersChanged, notificationCreated } from '../model/notification.events.ts';
import { notifyLaterJob } from '../model/notification.jobs.ts';
import { notification, pushSubscription } from '../model/notifications.tables.ts';
import { wantsBy } from '../preferences/preference.rules.ts';
import { getChoice } from '../preferences/preferences.queries.server.ts';
import { enqueuePushes } from './push.server.ts';

export interface Updates {
  /** Whom it concerns: not who did it. */
  userId: string;
  /** One that the room's manifest names. */
  kind: NotificationKind;
  /**
   * One line that says what happened. A member is called `{name}` in it and said by `namedId`: the name itself is
   * stored nowhere.
   */
  title: string;
  /** Whom the title calls `{name}`. */
  namedId?: string;
  /** A sentence more; may be empty. */
  body: string;
  /** The page that it opens: an address of ours, from its first slash on. */
  link: string;
  /** Names the event, `order-ID-3`: told again under one name it stays one entry. */
  about: string;
  /** What it tells of, `order ID`: who has seen that has seen the entry (`readNews`). */
  thing?: string;
  /** Told again under one name it is the same entry, new and unread again: for what goes on, as a conversation does. */
  renews?: true;
  now: Date;
}

/**
 * Writes an entry for a member, in the transaction of the event. It writes nothing for whoever has gone. Answers
 * whether there is a new entry. It waits for nobody: whatever the caller has locked, a member who is being deleted at
 * this moment is told afterwards by a job, if they are there still.
 */
export async function notify(tx: Tx, updates: Updates): Promise<boolean> {
  const notified = await sendNotification(tx, { ...updates, kind: updates.kind.name });
  if (notified === 'leaving') notifyLater(tx, updates);
  return notified === true;
}

function notifyLater(tx: Tx, { now, ...updates }: Updates): void {
  tx.enqueue(notifyLaterJob, { ...updates, kind: updates.kind.name, at: now.toISOString() });
}

/** The same for a member whom the caller keeps. */
export async function writeEntry(tx: Tx, updates: Notified): Promise<boolean> {
  return (await sendNotification(tx, updates)) === true;
}

type Notified = Omit<Updates, 'kind'> & { kind: string };

/**
 * Holds the member without waiting, writes the entry and pushes it to their devices, as far as they want that. Answers
 * whether there is a new entry, or that the account is being deleted at this moment.
 */
async function sendNotification(tx: Tx, updates: Notified): Promise<boolean | 'leaving'> {
  const { userId, kind, title, link, about, namedId } = updates;
  const member = await tryKeepMember(tx, userId);
  if (member !== 'there') return member === 'leaving' && 'leaving';
  const choice = await getChoice(tx.db, userId);
  const wantsEntry = wantsBy(choice, 'app', kind);
  const entryId = wantsEntry ? await storeEntry(tx, updates) : null;
  if (wantsEntry && entryId === null) return false;
  if (entryId !== null) {
    tx.append(notificationCreated, { subject: entryId, version: 0, topics: [`user:${userId}`] });
    appendCounters(tx, userId);
  }
  if (wantsBy(choice, 'push', kind)) {
    const devices = await tx.db
      .select({ id: pushSubscription.id })
      .from(pushSubscription)
      .where(eq(pushSubscription.userId, userId));
    enqueuePushes(
      tx,
      { userId, title, link, about, namedId },
      devices.map(({ id }) => id),
    );
  }
  return entryId !== null;
}

/** The id of the entry; null where there is one of that name already, unless the news renew it. */
async function storeEntry(tx: Tx, updates: Notified): Promise<string | null> {
  const { userId, kind, title, body, link, about, thing = null, namedId = null, renews = false, now } = updates;
  const id = newId(now.getTime());
  const shown = { id, title, body, link, namedId, createdAt: now };
  const insert = tx.db.insert(notification).values({ ...shown, userId, kind, about, thing });
  const target = [notification.userId, notification.about];
  const [entry] = await (renews
    ? insert.onConflictDoUpdate({ target, set: { ...shown, readAt: null, deletedAt: null } })
    : insert.onConflictDoNothing({ target })
  ).returning({ id: notification.id });
  return entry?.id ?? null;
}

/** Tells the member's windows, on all devices, to look at the numbers again. */
export function appendCounters(tx: Tx, userId: string): void {
  tx.append(countersChanged, { subject: userId, version: 0, topics: [`user:${userId}`] });
}
