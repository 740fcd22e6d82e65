import { newId } from '#kernel/ids.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { countersChanged, notificationCreated } from './notification.events.ts';
import { tellLaterJob } from './notification.jobs.ts';
import { enqueuePushes } from './push.server.ts';

export interface News {
  /** Whom it concerns: not who did it. */
  userId: string;
  /** One that the room's manifest names. */
  kind: NotificationKind;
  /** One line that says what happened. A member is called `{name}` in it and said by `namedId`: the name itself is stored nowhere. */
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
 * Writes an entry for a member, in the transaction of the event. It writes nothing for whoever has gone. Answers whether there is a new entry. It waits for nobody:
 * whatever the caller has locked, a member who is being deleted at this moment is told afterwards by a job, if they are there still.
 */
export async function notify(tx: Tx, news: News): Promise<boolean> {
  const told = await tell(tx, { ...news, kind: news.kind.name });
  if (told === 'leaving') tellLater(tx, news);
  return told === true;
}

function tellLater(tx: Tx, { now, ...news }: News): void {
  tx.enqueue(tellLaterJob, { ...news, kind: news.kind.name, at: now.toISOString() });
}

/** The same for a member whom the caller keeps. */
export async function writeEntry(tx: Tx, news: Told): Promise<boolean> {
  return (await tell(tx, news)) === true;
}

type Told = Omit<News, 'kind'> & { kind: string };

/**
 * In one statement, since every message and offer tells somebody: holds the member without waiting, asks what they chose (`wantsBy`, of rows), writes the entry and
 * finds the devices to push to. Answers whether there is a new entry, or that the member is being deleted.
 */
async function tell(tx: Tx, news: Told): Promise<boolean | 'leaving'> {
  const { userId, kind, title, body, link, about, thing = null, namedId = null, renews = false, now } = news;
  const { rows } = await connectionOf(tx.db).query<Answer>({
    name: 'notifications-tell',
    text: tellText,
    values: [userId, newId(now.getTime()), kind, about, thing, title, body, link, now.toISOString(), renews, namedId],
  });
  const [found] = rows;
  if (!found?.isKept) return found?.isGone === false && 'leaving';
  if (found.entryId === null && !found.isOff) return false;
  announce(tx, news, found);
  return found.entryId !== null;
}

/** Tells the member's windows of the entry, and their devices of the news. */
function announce(
  tx: Tx,
  { userId, title, link, about, namedId }: Omit<Told, 'kind'>,
  { entryId, devices }: Pick<Answer, 'entryId' | 'devices'>,
): void {
  if (entryId !== null) {
    tx.append(notificationCreated, { subject: entryId, version: 0, topics: [`user:${userId}`] });
    appendCounters(tx, userId);
  }
  enqueuePushes(tx, { userId, title, link, about, namedId }, devices);
}

interface Answer {
  isKept: boolean;
  isGone: boolean;
  /** They want no such entries. */
  isOff: boolean;
  entryId: string | null;
  devices: string[];
}

const tellText = `
  with kept as (select user_id from profile where user_id = $1 and deleted_at is null for key share skip locked),
  choice as (select is_muted or $3 = any(app_off) as no_entry, is_muted or $3 = any(push_off) as no_push from mail_preference where user_id = $1),
  entry as (
    insert into notification (id, user_id, kind, about, thing, title, body, link, named_id, created_at)
    select $2, user_id, $3, $4, $5, $6, $7, $8, $11, $9::timestamptz from kept where not exists (select 1 from choice where no_entry)
    on conflict (user_id, about) do update set id = excluded.id, title = excluded.title, body = excluded.body, link = excluded.link,
      named_id = excluded.named_id, created_at = excluded.created_at, read_at = null, deleted_at = null
      where $10
    returning id)
  select exists (select 1 from kept) as "isKept", not exists (select 1 from profile where user_id = $1 and deleted_at is null) as "isGone",
    exists (select 1 from choice where no_entry) as "isOff", (select id from entry) as "entryId",
    array(select id from push_subscription where user_id = $1 and not exists (select 1 from choice where no_push)) as devices`;

/** Tells the member's windows, on all devices, to look at the numbers again. */
export function appendCounters(tx: Tx, userId: string): void {
  tx.append(countersChanged, { subject: userId, version: 0, topics: [`user:${userId}`] });
}
