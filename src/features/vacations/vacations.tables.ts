import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/db/columns.ts';

/** Who is to be told when a seller is back. Told once: the row goes with the telling. */
export const returnWait = pgTable('return_wait', {
  sellerId: text('seller_id').notNull(),
  memberId: text('member_id').notNull(),
  /** The one during which they asked. */
  vacationId: text('vacation_id').notNull(),
  createdAt: createdAt(),
});
