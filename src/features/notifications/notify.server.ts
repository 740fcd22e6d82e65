import { sql } from 'drizzle-orm';
import { tryKeepMember } from '#features/members/index.server.ts';
import { newId } from '#kernel/ids.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { countersChanged, notificationCreated } from './notification.events.ts';
import { tellLaterJob } from './notification.jobs.ts';
import { wantsBy } from './preference.rules.ts';
import { getChoice } from './preferences.queries.server.ts';
import { enqueuePushes } from './push.server.ts';

export interface News {
  /** Whom it concerns: not who did it. */
  userId: string;
  /** One that the room's manifest names. */
  kind: NotificationKind;
  /** One line that says what happened. */
  title: string;
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
 * Writes an entry for a member, in the transaction of the event. It writes nothing for whoever has gone. Answers whether there is a new entry. It waits for nobody:
 * whatever the caller has locked, a member who is being deleted at this moment is told afterwards by a job, if they are there still.
 */
export async function notify(tx: Tx, news: News): Promise<boolean> {
  const member = await tryKeepMember(tx, news.userId);
  if (member === 'gone') return false;
  if (member === 'there') return writeEntry(tx, { ...news, kind: news.kind.name });
  const { now, ...rest } = news;
  tx.enqueue(tellLaterJob, { ...rest, kind: news.kind.name, at: now.toISOString() });
  return false;
}

export async function writeEntry(tx: Tx, news: Omit<News, 'kind'> & { kind: string }): Promise<boolean> {
  const { userId, kind, title, body, link, about, thing = null, renews = false, now } = news;
  const choice = await getChoice(tx.db, userId);
  const pushes = async () => wantsBy(choice, 'push', kind) && enqueuePushes(tx, { userId, title, link, about });
  if (!wantsBy(choice, 'app', kind)) {
    await pushes();
    return false;
  }
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    insert into notification (id, user_id, kind, about, thing, title, body, link, created_at)
    values (${newId(now.getTime())}, ${userId}, ${kind}, ${about}, ${thing}, ${title}, ${body}, ${link}, ${now.toISOString()}::timestamptz)
    on conflict (user_id, about) do update set id = excluded.id, title = excluded.title, body = excluded.body, link = excluded.link,
      created_at = excluded.created_at, read_at = null, deleted_at = null
      where ${renews}
    returning id`);
  const [entry] = rows;
  if (!entry) return false;
  tx.append(notificationCreated, { subject: entry.id, version: 0, topics: [`user:${userId}`] });
  appendCounters(tx, userId);
  await pushes();
  return true;
}

/** Tells the member's windows, on all devices, to look at the numbers again. */
export function appendCounters(tx: Tx, userId: string): void {
  tx.append(countersChanged, { subject: userId, version: 0, topics: [`user:${userId}`] });
}
