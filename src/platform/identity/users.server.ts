import { and, eq, ne } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import type { Db } from '#platform/db/db.ts';
import { authAccount, authPasskey, authRecoveryCode, authSecondFactor, authUser } from './identity.tables.ts';

export interface NewUser {
  email: string;
  name: string;
  /** From `identity.hashPassword`. */
  passwordHash: string;
  emailVerified?: boolean;
  role?: 'member' | 'admin';
  at: Date;
}

/**
 * Inserts a user with a password in the caller's transaction. The unique index `auth_user_email_key` refuses a taken
 * e-mail.
 */
export async function insertUser(db: Db, user: NewUser): Promise<string> {
  const id = newId();
  const times = { createdAt: user.at, updatedAt: user.at };
  await db.insert(authUser).values({
    id,
    email: user.email,
    name: user.name,
    emailVerified: user.emailVerified ?? false,
    role: user.role ?? 'member',
    ...times,
  });
  await db.insert(authAccount).values({
    id: newId(),
    userId: id,
    providerId: 'credential',
    accountId: id,
    password: user.passwordHash,
    ...times,
  });
  return id;
}

export interface Credentials {
  userId: string;
  /** Null for an account with provider sign-in only. */
  passwordHash: string | null;
  /** Other sign-in methods: `google`. */
  providers: string[];
  suspendedAt: Date | null;
}

/** The credentials of this e-mail, or null where it has no account. */
export async function findCredentials(db: Db, email: string): Promise<Credentials | null> {
  const rows = await db
    .select({
      userId: authUser.id,
      suspendedAt: authUser.suspendedAt,
      providerId: authAccount.providerId,
      password: authAccount.password,
    })
    .from(authUser)
    .leftJoin(authAccount, eq(authAccount.userId, authUser.id))
    .where(eq(authUser.email, email));
  const [first] = rows;
  if (!first) return null;
  return {
    userId: first.userId,
    suspendedAt: first.suspendedAt,
    passwordHash: rows.find((row) => row.providerId === 'credential')?.password ?? null,
    providers: rows.flatMap((row) => (row.providerId && row.providerId !== 'credential' ? [row.providerId] : [])),
  };
}

/** Grants or revokes the admin role. The caller ends the member's sessions, whose tokens still carry the old role. */
export async function setRole(db: Db, userId: string, role: 'member' | 'admin', at: Date): Promise<void> {
  await db.update(authUser).set({ role, updatedAt: at }).where(eq(authUser.id, userId));
}

/** The same by member, with the e-mail and the name that a password must differ from. */
export async function findCredentialsOf(
  db: Db,
  userId: string,
): Promise<(Credentials & { email: string; name: string }) | null> {
  const [user] = await db
    .select({ email: authUser.email, name: authUser.name })
    .from(authUser)
    .where(eq(authUser.id, userId));
  if (!user) return null;
  const known = await findCredentials(db, user.email);
  return known && { ...known, ...user };
}

/** Stores another password's hash. The caller ends the sessions opened with the old one. */
export async function setPassword(db: Db, userId: string, hash: string, at: Date): Promise<void> {
  await db
    .update(authAccount)
    .set({ password: hash, updatedAt: at })
    .where(and(eq(authAccount.userId, userId), eq(authAccount.providerId, 'credential')));
}

/** Adds a password to an account without one; the unique index `auth_account_provider_key` allows one each. */
export async function addPassword(db: Db, userId: string, hash: string, at: Date): Promise<void> {
  const times = { createdAt: at, updatedAt: at };
  await db
    .insert(authAccount)
    .values({ id: newId(), userId, providerId: 'credential', accountId: userId, password: hash, ...times });
}

export interface LockedUser {
  email: string;
  emailVerified: boolean;
  suspendedAt: Date | null;
}

/**
 * Locks the account until the transaction ends. Every change of its sign-in methods or its address takes this lock
 * first.
 */
export async function lockUser(db: Db, userId: string): Promise<LockedUser | null> {
  const [user] = await db
    .select({ email: authUser.email, emailVerified: authUser.emailVerified, suspendedAt: authUser.suspendedAt })
    .from(authUser)
    .where(eq(authUser.id, userId))
    .for('update');
  return user ?? null;
}

/** Suspends an account, or lifts the suspension (null). The caller ends its sessions. */
export async function setSuspended(
  db: Db,
  userId: string,
  suspension: { at: Date; reason: string } | null,
  now: Date,
): Promise<void> {
  await db
    .update(authUser)
    .set({ suspendedAt: suspension?.at ?? null, suspendedReason: suspension?.reason ?? null, updatedAt: now })
    .where(eq(authUser.id, userId));
}

/** Sets another address that its owner has confirmed. The unique index `auth_user_email_key` refuses a taken one. */
export async function changeUserEmail(db: Db, userId: string, email: string, at: Date): Promise<void> {
  await db.update(authUser).set({ email, emailVerified: true, updatedAt: at }).where(eq(authUser.id, userId));
}

/**
 * A password reset proves the mailbox's owner: the account gets this password and a confirmed address. If the address
 * was unconfirmed before, linked providers and passkeys may belong to an impostor and are deleted. A second factor is
 * deleted only with `dropSecondFactor`: alone it grants no access, and its owner may be this person.
 */
export async function proveByReset(
  db: Db,
  userId: string,
  hash: string,
  at: Date,
  dropSecondFactor: boolean,
): Promise<void> {
  const [user] = await db
    .select({ isVerified: authUser.emailVerified })
    .from(authUser)
    .where(eq(authUser.id, userId))
    .for('update');
  if (!user) return;
  if (!user.isVerified) {
    await db.delete(authAccount).where(and(eq(authAccount.userId, userId), ne(authAccount.providerId, 'credential')));
    await db.delete(authPasskey).where(eq(authPasskey.userId, userId));
  }
  if (!user.isVerified && dropSecondFactor) {
    await db.delete(authRecoveryCode).where(eq(authRecoveryCode.userId, userId));
    await db.delete(authSecondFactor).where(eq(authSecondFactor.userId, userId));
  }
  await db
    .insert(authAccount)
    .values({
      id: newId(),
      userId,
      providerId: 'credential',
      accountId: userId,
      password: hash,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoUpdate({
      target: [authAccount.providerId, authAccount.accountId],
      set: { password: hash, updatedAt: at },
    });
  await db.update(authUser).set({ emailVerified: true, updatedAt: at }).where(eq(authUser.id, userId));
}
