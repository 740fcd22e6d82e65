import { boolean, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';

/** The reviews that one side of an order wrote about the other. */
export const review = pgTable('review', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  authorId: text('author_id').notNull(),
  /** The reviewed member. */
  memberId: text('member_id').notNull(),
  rating: smallint('rating').notNull(),
  text: text('text'),
  reply: text('reply'),
  repliedAt: time('replied_at'),
  /** When it is shown though the other side has written nothing. */
  showsAt: time('shows_at').notNull(),
  /** Null while only its author sees it. */
  shownAt: time('shown_at'),
  /** Whether it is part of the average; decided as it is shown. */
  counts: boolean('counts').notNull().default(false),
  /** While it is set, only its author and admins see it. */
  hiddenAt: time('hidden_at'),
  hiddenBy: text('hidden_by'),
  hiddenReason: text('hidden_reason'),
  version: whole('version').notNull().default(1),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
export type ReviewRow = typeof review.$inferSelect;

/** What a paid order says about its seller. */
export const saleFact = pgTable('sale_fact', {
  orderId: text('order_id').primaryKey(),
  sellerId: text('seller_id').notNull(),
  paidAt: time('paid_at').notNull(),
  shipSeconds: integer('ship_seconds'),
  isCanceled: boolean('is_canceled').notNull(),
  isReported: boolean('is_reported').notNull(),
  isSettled: boolean('is_settled').notNull(),
});

/** The first answer in a conversation, by the side that was written to. */
export const answerFact = pgTable('answer_fact', {
  threadId: text('thread_id').primaryKey(),
  memberId: text('member_id').notNull(),
  answeredAt: time('answered_at').notNull(),
  waitSeconds: integer('wait_seconds').notNull(),
});

/** Members with stored facts, and the latest time of their next recount; changes of a member's facts lock this row. */
export const memberFacts = pgTable('member_facts', {
  memberId: text('member_id').primaryKey(),
  renewAt: time('renew_at').notNull(),
});

/** The sums of a member's counting reviews. */
export const reviewStatistics = pgTable('review_statistics', {
  memberId: text('member_id').primaryKey(),
  count: integer('count').notNull(),
  stars: integer('stars').notNull(),
});
