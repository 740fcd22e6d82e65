import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, time, whole } from '#platform/db/columns.ts';
import type { MessagePhoto } from '../contract.ts';
import { cardKinds, type MessageMark, threadSubjectKinds } from './message.rules.ts';

/** A conversation of two members about one subject. The two are stored in the order of their ids. */
export const thread = pgTable('thread', {
  id: text('id').primaryKey(),
  subjectKind: text('subject_kind', { enum: threadSubjectKinds }).notNull(),
  /** Empty when there is no subject. */
  subjectId: text('subject_id').notNull(),
  firstId: text('first_id').notNull(),
  secondId: text('second_id').notNull(),
  /** Sequence number of the newest message; assigned under the row's lock. */
  lastPlace: whole('last_place').notNull().default(0),
  createdAt: createdAt(),
  /** When the side that was written to first answered; null until then. */
  answeredAt: time('answered_at'),
});
export type ThreadRow = typeof thread.$inferSelect;

export const threadMessage = pgTable('thread_message', {
  id: text('id').primaryKey(),
  threadId: text('thread_id').notNull(),
  place: whole('place').notNull(),
  senderId: text('sender_id').notNull(),
  text: text('text').notNull(),
  cardKind: text('card_kind', { enum: cardKinds }),
  cardId: text('card_id'),
  marks: text('marks').array().$type<MessageMark[]>().notNull().default([]),
  clientId: text('client_id'),
  createdAt: createdAt(),
  readAt: time('read_at'),
  photos: jsonb('photos').$type<MessagePhoto[]>().notNull().default([]),
});
export type MessageRow = typeof threadMessage.$inferSelect;

/** A photo that was uploaded to a thread; unattached until a message carries it. */
export const threadPhoto = pgTable('thread_photo', {
  id: text('id').primaryKey(),
  threadId: text('thread_id').notNull(),
  memberId: text('member_id').notNull(),
  messageId: text('message_id'),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  widths: integer('widths').array().notNull(),
  placeholder: text('placeholder').notNull(),
  bytes: integer('bytes').notNull(),
  createdAt: createdAt(),
});
export type ThreadPhotoRow = typeof threadPhoto.$inferSelect;

/** A thread's state for one of its two members. */
export const threadSide = pgTable(
  'thread_side',
  {
    threadId: text('thread_id').notNull(),
    memberId: text('member_id').notNull(),
    otherId: text('other_id').notNull(),
    lastAt: time('last_at').notNull(),
    lastMessageId: text('last_message_id').notNull(),
    unread: integer('unread').notNull().default(0),
    readPlace: whole('read_place').notNull().default(0),
    /** The last sequence number that a device of this side has received. */
    deliveredPlace: whole('delivered_place').notNull().default(0),
    /** Some messages were not received by any device of this side. */
    isUnheard: boolean('is_unheard').notNull().default(false),
    /** The newest sequence number when this side deleted the thread: later messages are shown. */
    deletedPlace: whole('deleted_place').notNull().default(0),
    isHidden: boolean('is_hidden').notNull().default(false),
    isPriority: boolean('is_priority').notNull().default(false),
    mailedAt: time('mailed_at'),
  },
  (table) => [primaryKey({ columns: [table.threadId, table.memberId] })],
);

export const memberBlock = pgTable(
  'member_block',
  {
    memberId: text('member_id').notNull(),
    blockedId: text('blocked_id').notNull(),
    reason: text('reason'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.blockedId] })],
);
