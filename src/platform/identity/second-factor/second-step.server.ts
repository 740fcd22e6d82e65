import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { authSecondStep } from '../identity.tables.ts';
import { findCookie, readRotatedCookie, signCookieValue } from '../sessions/session-cookie.ts';

/** How long a person may look for the phone. */
const secondStepLifeMs = 10 * 60_000;

export interface SecondStep {
  /** Names the row, not the cookie. */
  id: string;
  userId: string;
  /** The provider's account that was proven, null for a password. */
  accountId: string | null;
}

/**
 * Sign-ins between the first factor and the second: rows, and the cookie that names one. It is no session and opens
 * nothing.
 */
export interface SecondSteps {
  /** Notes that the first factor was shown; answers the cookie. */
  open(db: Db, first: { userId: string; accountId: string | null }, at: Date): Promise<string[]>;
  /** Whether the browser brings such a cookie at all, good or not. */
  isNamedIn(cookies: string | undefined): boolean;
  /** The sign-in that the browser's cookie names, unless it is over. A forged cookie costs no database read. */
  find(db: Db, cookies: string | undefined, now: Date): Promise<SecondStep | null>;
  /**
   * The same, held until the transaction ends: of two who bring it at the same moment the second waits, then finds what
   * the first has left.
   */
  lock(db: Db, id: string, now: Date): Promise<SecondStep | null>;
  /**
   * Takes it out of the browser's hands once its code was right: the cookie names nothing any more, and what is left
   * waits under the id that is answered.
   */
  take(db: Db, id: string): Promise<string>;
  /** Counts a failure and answers how many there are. */
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
