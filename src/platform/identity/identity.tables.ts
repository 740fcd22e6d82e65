import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, time, updatedAt, whole } from '#platform/db/columns.ts';

export const authUser = pgTable('auth_user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  role: text('role', { enum: ['member', 'admin'] })
    .notNull()
    .default('member'),
  suspendedAt: time('suspended_at'),
  suspendedReason: text('suspended_reason'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const authSession = pgTable('auth_session', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  token: text('token').notNull(),
  expiresAt: time('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  twoFactorsAt: time('two_factors_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const authAccount = pgTable('auth_account', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  providerId: text('provider_id').notNull(),
  accountId: text('account_id').notNull(),
  email: text('email'),
  password: text('password'),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: time('access_token_expires_at'),
  refreshTokenExpiresAt: time('refresh_token_expires_at'),
  scope: text('scope'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const authVerification = pgTable('auth_verification', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: time('expires_at').notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Written only by processes of the previous release; the next release drops it. */
export const authRateLimit = pgTable('auth_rate_limit', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: time('resets_at').notNull(),
});

export const authRevocation = pgTable('auth_revocation', {
  sessionId: text('session_id').primaryKey(),
  userId: text('user_id').notNull(),
  revokedAt: time('revoked_at').notNull(),
});

export const authPasskey = pgTable('auth_passkey', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: text('public_key').notNull(),
  userHandle: text('user_handle').notNull(),
  counter: whole('counter').notNull().default(0),
  transports: text('transports').array().notNull().default([]),
  deviceType: text('device_type', { enum: ['singleDevice', 'multiDevice'] }).notNull(),
  backedUp: boolean('backed_up').notNull(),
  aaguid: text('aaguid').notNull(),
  name: text('name').notNull(),
  createdAt: createdAt(),
  lastUsedAt: time('last_used_at'),
});

export const authSecondFactor = pgTable('auth_second_factor', {
  userId: text('user_id').primaryKey(),
  secret: text('secret').notNull(),
  createdAt: createdAt(),
  confirmedAt: time('confirmed_at'),
  lastStep: whole('last_step'),
  clockOffset: integer('clock_offset').notNull().default(0),
  refusedStep: whole('refused_step'),
  refusedOffset: integer('refused_offset'),
});

export const authRecoveryCode = pgTable(
  'auth_recovery_code',
  {
    userId: text('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: createdAt(),
    usedAt: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

export const authSecondStep = pgTable('auth_second_step', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  accountId: text('account_id'),
  failures: integer('failures').notNull().default(0),
  createdAt: createdAt(),
  expiresAt: time('expires_at').notNull(),
});
