import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { authSecondStep } from '../identity.tables.ts';
import { findCookie, readRotatedCookie, signCookieValue } from '../sessions/session-cookie.ts';

/** Time to enter the second factor. */
const secondStepLifeMs = 10 * 60_000;

export interface SecondStep {
  /** The id of the row, not the cookie's token. */
  id: string;
  userId: string;
  /** The provider account that was proven; null for a password. */
  accountId: string | null;
}

/**
 * Sign-ins between the first factor and the second: rows, and the cookie that identifies one. It is no session and
 * grants no access.
 */
export interface SecondSteps {
  /** Stores that the first factor was proven; returns the cookies. */
  open(db: Db, first: { userId: string; accountId: string | null }, at: Date): Promise<string[]>;
  /** Whether the browser sends such a cookie, valid or not. */
  isNamedIn(cookies: string | undefined): boolean;
  /** The sign-in of the browser's cookie, unless it has expired. A forged cookie costs no database read. */
  find(db: Db, cookies: string | undefined, now: Date): Promise<SecondStep | null>;
  /** The same with a row lock until the transaction ends, so that concurrent calls run one after the other. */
  lock(db: Db, id: string, now: Date): Promise<SecondStep | null>;
  /**
   * Detaches the sign-in from the browser after a valid code: the cookie no longer identifies it, and the row continues
   * under the returned id.
   */
  take(db: Db, id: string): Promise<string>;
  /** Counts a failure and returns their number. */
  fail(db: Db, id: string): Promise<number>;
  end(db: Db, id: string): Promise<void>;
  clearedCookies(): string[];
}

export function createSecondSteps(appUrl: string, secrets: readonly string[]): SecondSteps {
  const isHttps = appUrl.startsWith('https://');
  const name = isHttps ? '__Host-sleeved_second_step' : 'sleeved_second_step';
  const tail = `; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  const isOpen = (id: string, now: Date) => and(eq(authSecondStep.tokenHash, id), gt(authSecondStep.expiresAt, now));
  const columns = { id: authSecondStep.tokenHash, userId: authSecondStep.userId, accountId: authSecondStep.accountId };

  return {
    async open(db, { userId, accountId }, at) {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(at.getTime() + secondStepLifeMs);
      await db.insert(authSecondStep).values({ tokenHash: hashOf(token), userId, accountId, createdAt: at, expiresAt });
      return [`${name}=${signCookieValue(token, secrets[0] ?? '')}; Max-Age=${secondStepLifeMs / 1_000}${tail}`];
    },

    isNamedIn: (cookies) => cookies !== undefined && findCookie(cookies, name) !== null,

    async find(db, cookies, now) {
      const value = cookies === undefined ? null : findCookie(cookies, name);
      const read = value === null ? null : readRotatedCookie(value, secrets);
      if (read === null) return null;
      const [row] = await db
        .select(columns)
        .from(authSecondStep)
        .where(isOpen(hashOf(read.token), now));
      return row ?? null;
    },

    async lock(db, id, now) {
      const [row] = await db.select(columns).from(authSecondStep).where(isOpen(id, now)).for('update');
      return row ?? null;
    },

    async take(db, id) {
      const taken = hashOf(randomBytes(32).toString('base64url'));
      await db.update(authSecondStep).set({ tokenHash: taken }).where(eq(authSecondStep.tokenHash, id));
      return taken;
    },

    async fail(db, id) {
      const [row] = await db
        .update(authSecondStep)
        .set({ failures: sql`${authSecondStep.failures} + 1` })
        .where(eq(authSecondStep.tokenHash, id))
        .returning({ failures: authSecondStep.failures });
      return row?.failures ?? 0;
    },

    async end(db, id) {
      await db.delete(authSecondStep).where(eq(authSecondStep.tokenHash, id));
    },

    clearedCookies: () => [`${name}=; Max-Age=0${tail}`],
  };
}
