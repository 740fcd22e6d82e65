import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/db/columns.ts';

/** Members to notify when a seller is back. The row is deleted with the notification. */
export const returnWait = pgTable('return_wait', {
  sellerId: text('seller_id').notNull(),
  memberId: text('member_id').notNull(),
  /** The vacation during which they requested it. */
  vacationId: text('vacation_id').notNull(),
  createdAt: createdAt(),
});
