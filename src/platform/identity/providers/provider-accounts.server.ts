import { and, asc, count, eq } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import type { Db } from '../../db/db.ts';
import { authAccount, authUser } from '../identity.tables.ts';
import { countPasskeys } from '../passkeys/passkeys.server.ts';
import type { Person } from './openid.ts';

export interface WayIn {
  id: string;
  /** `credential` is a password. */
  providerId: string;
  email: string | null;
  createdAt: Date;
}

/**
 * A provider's account is identified by issuer and subject. An e-mail is only contact data and may change its owner.
 */
export function keyOf(person: Pick<Person, 'issuer' | 'subject'>): string {
  return `${person.issuer}#${person.subject}`;
}

export interface ProviderMember {
  accountId: string;
  userId: string;
  suspendedAt: Date | null;
}

/** The member that this provider account is linked to, if any. */
export async function findProviderMember(db: Db, person: Person): Promise<ProviderMember | null> {
  const [row] = await db
    .select({ accountId: authAccount.id, userId: authAccount.userId, suspendedAt: authUser.suspendedAt })
    .from(authAccount)
    .innerJoin(authUser, eq(authUser.id, authAccount.userId))
    .where(and(eq(authAccount.providerId, 'google'), eq(authAccount.accountId, keyOf(person))));
  return row ?? null;
}

/** Inserts a user without a password in the caller's transaction. The provider has confirmed `email`. */
export async function insertProviderUser(
  db: Db,
  person: Person,
  { email, name, at }: { email: string; name: string; at: Date },
): Promise<string> {
  const id = newId();
  await db
    .insert(authUser)
    .values({ id, email, name, emailVerified: true, role: 'member', createdAt: at, updatedAt: at });
  await addProviderAccount(db, id, person, at);
  return id;
}

/** The unique index `auth_account_provider_key` refuses an account that is linked already. */
export async function addProviderAccount(
  db: Db,
  userId: string,
  person: Pick<Person, 'issuer' | 'subject' | 'email'>,
  at: Date,
): Promise<string> {
  const id = newId();
  const times = { createdAt: at, updatedAt: at };
  await db
    .insert(authAccount)
    .values({ id, userId, providerId: 'google', accountId: keyOf(person), email: person.email, ...times });
  return id;
}

/** A member's password and provider accounts, oldest first. */
export function listWaysIn(db: Db, userId: string): Promise<WayIn[]> {
  return db
    .select({
      id: authAccount.id,
      providerId: authAccount.providerId,
      email: authAccount.email,
      createdAt: authAccount.createdAt,
    })
    .from(authAccount)
    .where(eq(authAccount.userId, userId))
    .orderBy(asc(authAccount.createdAt), asc(authAccount.id))
    .limit(20);
}

/** Number of all sign-in methods: password, provider accounts and passkeys. */
export async function countWaysIn(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ ways: count() }).from(authAccount).where(eq(authAccount.userId, userId));
  return (row?.ways ?? 0) + (await countPasskeys(db, userId));
}

export async function removeWayIn(db: Db, id: string): Promise<void> {
  await db.delete(authAccount).where(eq(authAccount.id, id));
}
