import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, time } from '#platform/db/columns.ts';

export const mailedLink = pgTable('mailed_link', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  purpose: text('purpose', {
    enum: ['verify-email', 'reset-password', 'change-email-old', 'change-email-new', 'change-email-cancel'],
  }).notNull(),
  email: text('email').notNull(),
  createdAt: createdAt(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  changeId: text('change_id'),
});

export const emailChange = pgTable('email_change', {
  userId: text('user_id').primaryKey(),
  id: text('id').notNull(),
  sessionId: text('session_id'),
  oldEmail: text('old_email').notNull(),
  newEmail: text('new_email').notNull(),
  requestedAt: time('requested_at').notNull(),
  mailsSentAt: time('mails_sent_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  oldConfirmedAt: time('old_confirmed_at'),
  newConfirmedAt: time('new_confirmed_at'),
});

/** Until when an admin has limited what a member may do. */
export const memberLimit = pgTable('member_limit', {
  userId: text('user_id').primaryKey(),
  until: time('until').notNull(),
  createdAt: createdAt(),
});

/** Keyed hashes of emails: of deleted accounts, and of those that a limited member changed from. */
export const formerAccount = pgTable(
  'former_account',
  {
    memberId: text('member_id').notNull(),
    emailHash: text('email_hash').notNull(),
    /** Null while a suspension runs, which has no end. */
    retainedUntil: time('kept_until'),
    suspendedAt: time('suspended_at'),
    suspendedReason: text('suspended_reason'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.emailHash] })],
);

/** Belongs to `deletionUndo`: the rows that the deletion took, some hundred per chunk, sealed. */
export const deletionUndoRow = pgTable(
  'deletion_undo_row',
  { undoId: text('undo_id').notNull(), n: integer('n').notNull(), sealed: text('sealed').notNull() },
  (table) => [primaryKey({ columns: [table.undoId, table.n] })],
);

/** Data of deleted accounts that `undo-deletion.server.ts` restores, sealed. */
export const deletionUndo = pgTable('deletion_undo', {
  id: text('id').primaryKey(),
  memberId: text('member_id').notNull(),
  sealed: text('sealed').notNull(),
  createdAt: createdAt(),
  expiresAt: time('expires_at').notNull(),
});
