import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { MessageRow } from './message.tables.ts';

const text = `
  with placed as (update thread set last_place = $3 where id = $1 returning id),
  message as (
    insert into thread_message (id, thread_id, place, sender_id, text, card_kind, card_id, marks, photos, client_id, created_at)
    select $2, id, $3, $4, $5, $6, $7, $8::text[], $9::jsonb, $10, $11::timestamptz from placed returning id, created_at),
  mine as (
    insert into thread_side (thread_id, member_id, other_id, last_at, last_message_id) select $1, $4, $12, created_at, id from message
    on conflict (thread_id, member_id) do update set last_at = excluded.last_at, last_message_id = excluded.last_message_id, is_hidden = false)
  insert into thread_side as s (thread_id, member_id, other_id, last_at, last_message_id, unread, is_unheard, is_priority)
  select $1, $12, $4, created_at, id, 1, true, $13 from message
  on conflict (thread_id, member_id) do update set last_at = excluded.last_at, last_message_id = excluded.last_message_id, is_hidden = false,
    unread = s.unread + 1, is_unheard = true, is_priority = s.is_priority or excluded.is_priority
  returning read_place as "readPlace"`;

/**
 * A message at the end of a thread whose lock is held, and what it changes for its two sides, in one prepared statement: it is written with each message and offer.
 * Answers up to where the other side has read.
 */
export async function storeMessage(tx: Tx, row: MessageRow, { to, isPriority }: { to: string; isPriority: boolean }): Promise<number> {
  const { rows } = await connectionOf(tx.db).query<{ readPlace: number }>({
    name: 'messages-store',
    text,
    values: [
      row.threadId,
      row.id,
      row.place,
      row.senderId,
      row.text,
      row.cardKind,
      row.cardId,
      row.marks,
      JSON.stringify(row.photos),
      row.clientId,
      row.createdAt,
      to,
      isPriority,
    ],
  });
  const [theirs] = rows;
  if (!theirs) throw new Error('a message was not stored');
  return theirs.readPlace;
}
