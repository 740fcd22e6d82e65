import { sql } from 'drizzle-orm';
import { keepMember } from '#features/members/index.server.ts';
import { newId } from '#kernel/ids.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { countersChanged, notificationCreated } from './notification.events.ts';

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
  now: Date;
}

/**
 * Writes an entry for a member, in the transaction of the event. It writes nothing for whoever has gone. Answers whether there is a new entry. Call it late: it holds the member in place until the transaction ends.
 */
export async function notify(tx: Tx, { userId, kind, title, body, link, about, now }: News): Promise<boolean> {
  if (!(await keepMember(tx, userId))) return false;
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    insert into notification (id, user_id, kind, about, title, body, link, created_at)
    values (${newId(now.getTime())}, ${userId}, ${kind.name}, ${about}, ${title}, ${body}, ${link}, ${now.toISOString()}::timestamptz)
    on conflict (user_id, about) do nothing
    returning id`);
  const [entry] = rows;
  if (!entry) return false;
  tx.append(notificationCreated, { subject: entry.id, version: 0, topics: [`user:${userId}`] });
  appendCounters(tx, userId);
  return true;
}

/** Tells the member's windows, on all devices, to look at the numbers again. */
export function appendCounters(tx: Tx, userId: string): void {
  tx.append(countersChanged, { subject: userId, version: 0, topics: [`user:${userId}`] });
}
