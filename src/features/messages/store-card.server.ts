import { tierAsked } from '#features/tiers/index.server.ts';
import { newId } from '#kernel/ids.ts';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { MessageRow, ThreadRow } from './message.tables.ts';

export interface CardToStore {
  key: Pick<ThreadRow, 'firstId' | 'secondId' | 'subjectKind' | 'subjectId'>;
  from: string;
  to: string;
  kind: NonNullable<MessageRow['cardKind']>;
  id: string;
  text: string;
  now: Date;
}

// Whoever comes second at the same moment waits for the thread's row and goes on after what the first one said.
const text = `
  with held as (
    insert into thread (id, subject_kind, subject_id, first_id, second_id, last_place, created_at) values ($1, $2, $3, $4, $5, 1, $6::timestamptz)
    on conflict (first_id, second_id, subject_kind, subject_id) do update set last_place = thread.last_place + 1 returning id, last_place),
  message as (
    insert into thread_message (id, thread_id, place, sender_id, text, card_kind, card_id, created_at)
    select $7, id, last_place, $8, $9, $10, $11, $6::timestamptz from held returning id, thread_id, place, created_at),
  mine as (
    insert into thread_side (thread_id, member_id, other_id, last_at, last_message_id) select thread_id, $8, $12, created_at, id from message
    on conflict (thread_id, member_id) do update set last_at = excluded.last_at, last_message_id = excluded.last_message_id, is_hidden = false),
  theirs as (
    insert into thread_side as s (thread_id, member_id, other_id, last_at, last_message_id, unread, is_unheard, is_priority)
    select thread_id, $12, $8, created_at, id, 1, true, ${tierAsked('').text('$8')} = 'premium' from message
    on conflict (thread_id, member_id) do update set last_at = excluded.last_at, last_message_id = excluded.last_message_id, is_hidden = false,
      unread = s.unread + 1, is_unheard = true, is_priority = s.is_priority or excluded.is_priority)
  select thread_id as "threadId", place from message`;

/**
 * A card at the end of the thread of these two, which it begins where there is none, and what it changes for both, in one prepared statement: it is written with each
 * offer. The thread is locked by it.
 */
export async function storeCard(tx: Tx, { key, from, to, kind, id, text: words, now }: CardToStore): Promise<MessageRow> {
  const at = now.getTime();
  const messageId = newId(at);
  const values = [newId(at), key.subjectKind, key.subjectId, key.firstId, key.secondId, now, messageId, from, words, kind, id, to];
  const { rows } = await connectionOf(tx.db).query<Pick<MessageRow, 'threadId' | 'place'>>({ name: 'messages-store-card', text, values });
  const [stored] = rows;
  if (!stored) throw new Error('a card was not stored');
  return {
    ...stored,
    id: messageId,
    senderId: from,
    text: words,
    cardKind: kind,
    cardId: id,
    marks: [],
    photos: [],
    clientId: null,
    createdAt: now,
    readAt: null,
  };
}
