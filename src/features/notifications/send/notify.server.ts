import { eq } from 'drizzle-orm';
import { tryLockMember } from '#features/members/index.server.ts';
import { newId } from '#kernel/ids.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { entryText } from '../model/entry-text.ts';
import { countersChanged, notificationCreated } from '../model/notification.events.ts';
import { notifyLaterJob } from '../model/notification.jobs.ts';
import { notification, pushSubscription } from '../model/notifications.tables.ts';
import { wantsBy } from '../preferences/preference.rules.ts';
import { getChoice } from '../preferences/preferences.queries.server.ts';
import { enqueuePushes } from './push.server.ts';

interface Words {
  /**
   * One line that says what happened. `{name}` is replaced by the current name of `namedId`; the name is not stored.
   */
  title: string;
  /** One more sentence; may be empty. */
  body: string;
  code?: undefined;
}

/** A code of the kind's `texts`. */
interface CodedWords {
  code: string;
  params?: object | null;
  /** Words of a person, where the text has no body. */
  body?: string;
  title?: undefined;
}

export type Updates = (Words | CodedWords) & {
  /** The member concerned by the event, not the one who caused it. */
  userId: string;
  /** A kind that the feature's manifest declares. */
  kind: NotificationKind;
  /** The member whose name replaces `{name}`. */
  namedId?: string;
  /** The page that the entry opens: a path that starts with a slash. */
  link: string;
  /** Identifies the event, `order-ID-3`: a repeated notification stays one entry. */
  about: string;
  /** The thing that it is about, `order ID`: viewing the thing marks the entry as read. */
  thing?: string;
  /** A repeated notification makes the entry new and unread again, as for a conversation. */
  renews?: true;
  now: Date;
};

/**
 * Writes an entry for a member, in the transaction of the event; nothing for a deleted member. Returns whether there is
 * a new entry. Never waits for a lock: a member who is being deleted is notified afterwards by a job, if they still
 * exist.
 */
export async function notify(tx: Tx, updates: Updates): Promise<boolean> {
  const { kind, params, ...about } = { params: undefined, ...updates };
  const entry = {
    ...about,
    ...(params && { params }),
    kind: kind.name,
    title: entryText(kind, updates).title,
    body: updates.body ?? '',
  };
  const notified = await sendNotification(tx, entry);
  if (notified === 'leaving') notifyLater(tx, entry);
  return notified === true;
}

function notifyLater(tx: Tx, { now, params, ...entry }: Notified): void {
  tx.enqueue(notifyLaterJob, { ...entry, ...(params && { params: { ...params } }), at: now.toISOString() });
}

/** The same for a member whose row the caller has locked. */
export async function writeEntry(tx: Tx, updates: Notified): Promise<boolean> {
  return (await sendNotification(tx, updates)) === true;
}

/** `title` is pushed; an entry with a code stores none. */
type Notified = Omit<Updates, 'kind' | 'code' | 'params' | 'title' | 'body'> & {
  kind: string;
  title: string;
  body: string;
  code?: string | undefined;
  params?: object;
};

/**
 * Locks the member without waiting, writes the entry and pushes it to their devices, as their preferences allow.
 * Returns whether there is a new entry, or that the account is being deleted.
 */
async function sendNotification(tx: Tx, updates: Notified): Promise<boolean | 'leaving'> {
  const { userId, kind, title, link, about, namedId } = updates;
  const member = await tryLockMember(tx, userId);
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

/** The id of the entry; null when one with that name exists, unless `renews` is set. */
async function storeEntry(tx: Tx, updates: Notified): Promise<string | null> {
  const { userId, kind, code = null, params = null, body, link, about } = updates;
  const { thing = null, namedId = null, renews = false, now } = updates;
  const title = code === null ? updates.title : '';
  const id = newId(now.getTime());
  const shown = { id, code, params, title, body, link, namedId, createdAt: now };
  const insert = tx.db.insert(notification).values({ ...shown, userId, kind, about, thing });
  const target = [notification.userId, notification.about];
  const [entry] = await (renews
    ? insert.onConflictDoUpdate({ target, set: { ...shown, readAt: null, deletedAt: null } })
    : insert.onConflictDoNothing({ target })
  ).returning({ id: notification.id });
  return entry?.id ?? null;
}

/** Notifies the member's windows, on all devices, to reload the counters. */
export function appendCounters(tx: Tx, userId: string): void {
  tx.append(countersChanged, { subject: userId, version: 0, topics: [`user:${userId}`] });
}
