import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export const authSession = pgTable('auth_session', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  token: text('token').notNull(),
  expiresAt: time('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  twoFactorsAt: time('two_factors_at'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
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
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

export const authVerification = pgTable('auth_verification', {
  id: text('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: time('expires_at').notNull(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

/** Where processes of the release before count; nobody writes it from here. It goes with the next release (decision 21). */
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
  counter: bigint('counter', { mode: 'number' }).notNull().default(0),
  transports: text('transports').array().notNull().default([]),
  deviceType: text('device_type', { enum: ['singleDevice', 'multiDevice'] }).notNull(),
  backedUp: boolean('backed_up').notNull(),
  aaguid: text('aaguid').notNull(),
  name: text('name').notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
});

export const authSecondFactor = pgTable('auth_second_factor', {
  userId: text('user_id').primaryKey(),
  secret: text('secret').notNull(),
  createdAt: time('created_at').notNull(),
  confirmedAt: time('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }),
});

export const authRecoveryCode = pgTable(
  'auth_recovery_code',
  {
    userId: text('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: time('created_at').notNull(),
    usedAt: time('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

export const authSecondStep = pgTable('auth_second_step', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  accountId: text('account_id'),
  failures: integer('failures').notNull().default(0),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
});
