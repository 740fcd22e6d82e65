import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/db.ts';
import { authRecoveryCode, authSecondFactor } from '../identity.tables.ts';
import {
  newRecoveryCodes,
  newTotpSecret,
  readRecoveryCode,
  readTotpCode,
  type TimeStep,
  timeStepOf,
} from './one-time-codes.ts';
import { createKeyedHash, createSealer } from './seal.ts';

export interface SecondFactor {
  createdAt: Date;
  /** Null until the first valid code; the factor is inactive before. */
  confirmedAt: Date | null;
  recoveryCodesLeft: number;
}

/** `late`, `early`: a code of the neighbouring step. */
export type CodeAnswer = 'right' | 'wrong' | 'used' | 'late' | 'early';

/**
 * The rows of a member's authenticator app and recovery codes. The caller counts failures and decides their
 * consequences.
 */
export interface SecondFactors {
  find(db: Db, userId: string): Promise<SecondFactor | null>;
  /** Whether a sign-in of this member must show a second factor. */
  isOn(db: Db, userId: string): Promise<boolean>;
  /** Stores a new inactive secret over an unconfirmed one. Null where a confirmed one exists. */
  begin(db: Db, userId: string, at: Date): Promise<string | null>;
  /** The unconfirmed secret and its time, or null. A confirmed secret is never shown again. */
  findUnconfirmed(db: Db, userId: string): Promise<{ secret: string; createdAt: Date } | null>;
  /** The first valid code confirms the factor. It may be used once more, since no sign-in has used it yet. */
  confirm(db: Db, userId: string, code: string, at: Date): Promise<boolean>;
  /**
   * Spends a code of the app. It is valid for one time step: the server's, or its neighbour where this app's clock is
   * known to be off. A code of another step is refused and stored: a later one with the same offset shows that the
   * clock is off, and moves it (RFC 6238, 6). A spent step and earlier ones are never accepted again, also in
   * concurrent calls.
   */
  spendCode(db: Db, userId: string, code: string): Promise<CodeAnswer>;
  /** Removes the factor and its recovery codes; false where there was none. */
  remove(db: Db, userId: string): Promise<boolean>;
  /** Replaces all recovery codes by ten new ones and returns them; only their hashes are stored. */
  renewRecoveryCodes(db: Db, userId: string, at: Date): Promise<string[]>;
  /** Spends a recovery code; returns the number left, or null for an invalid or used one. */
  spendRecoveryCode(db: Db, userId: string, code: string, at: Date): Promise<number | null>;
}

/** Maximum distance between two codes that show a clock's offset. */
const maxStepsBetween = 10;

/** Codes use the machine's clock, since the phone does not follow the app's clock. */
export function createSecondFactors(authSecrets: readonly string[], now = () => Date.now()): SecondFactors {
  const sealer = createSealer(authSecrets, 'second factor');
  const keyedHash = createKeyedHash(authSecrets, 'recovery code');
  const hashesOf = (userId: string, code: string) => keyedHash(`${userId}:${code}`);

  function stepOf(sealed: string, userId: string, code: string): TimeStep | null {
    const digits = readTotpCode(code);
    return digits === null ? null : timeStepOf(sealer.open(sealed, userId), digits, now());
  }

  async function countLeft(db: Db, userId: string): Promise<number> {
    return db.$count(authRecoveryCode, and(eq(authRecoveryCode.userId, userId), isNull(authRecoveryCode.usedAt)));
  }

  return {
    async find(db, userId) {
      const [row] = await db
        .select({ createdAt: authSecondFactor.createdAt, confirmedAt: authSecondFactor.confirmedAt })
        .from(authSecondFactor)
        .where(eq(authSecondFactor.userId, userId));
      return row ? { ...row, recoveryCodesLeft: await countLeft(db, userId) } : null;
    },

    async isOn(db, userId) {
      const isTheirs = and(eq(authSecondFactor.userId, userId), isNotNull(authSecondFactor.confirmedAt));
      return (await db.$count(authSecondFactor, isTheirs)) > 0;
    },

    async begin(db, userId, at) {
      const secret = newTotpSecret();
      const row = {
        secret: sealer.seal(secret, userId),
        createdAt: at,
        lastStep: null,
        clockOffset: 0,
        refusedStep: null,
        refusedOffset: null,
      };
      const written = await db
        .insert(authSecondFactor)
        .values({ userId, ...row })
        .onConflictDoUpdate({
          target: authSecondFactor.userId,
          set: row,
          setWhere: isNull(authSecondFactor.confirmedAt),
        })
        .returning({ userId: authSecondFactor.userId });
      return written.length === 0 ? null : secret;
    },

    async findUnconfirmed(db, userId) {
      const [row] = await db
        .select({ secret: authSecondFactor.secret, createdAt: authSecondFactor.createdAt })
        .from(authSecondFactor)
        .where(and(eq(authSecondFactor.userId, userId), isNull(authSecondFactor.confirmedAt)));
      return row ? { ...row, secret: sealer.open(row.secret, userId) } : null;
    },

    async confirm(db, userId, code, at) {
      const waits = and(eq(authSecondFactor.userId, userId), isNull(authSecondFactor.confirmedAt));
      const [row] = await db
        .select({ secret: authSecondFactor.secret })
        .from(authSecondFactor)
        .where(waits)
        .for('update');
      // The code only shows that the app has the secret, which is visible beside it: no further check is needed.
      if (!row || stepOf(row.secret, userId, code) === null) return false;
      await db.update(authSecondFactor).set({ confirmedAt: at }).where(waits);
      return true;
    },

    async spendCode(db, userId, code) {
      const isTheirs = and(eq(authSecondFactor.userId, userId), isNotNull(authSecondFactor.confirmedAt));
      const [row] = await db.select().from(authSecondFactor).where(isTheirs);
      const found = row ? stepOf(row.secret, userId, code) : null;
      if (!row || found === null) return 'wrong';
      const { step, offset } = found;
      if (row.lastStep !== null && step <= row.lastStep) return 'used';
      if (offset !== row.clockOffset && !followsRefused(row, found)) {
        await db.update(authSecondFactor).set({ refusedStep: step, refusedOffset: offset }).where(isTheirs);
        return offset < row.clockOffset ? 'late' : 'early';
      }
      const isNew = or(isNull(authSecondFactor.lastStep), lt(authSecondFactor.lastStep, step));
      // Sealed again, so that the former AUTH_SECRET is no longer needed once the app was used.
      const secret = sealer.seal(sealer.open(row.secret, userId), userId);
      const spent = await db
        .update(authSecondFactor)
        .set({ lastStep: step, clockOffset: offset, refusedStep: null, refusedOffset: null, secret })
        .where(and(isTheirs, eq(authSecondFactor.secret, row.secret), isNew))
        .returning({ userId: authSecondFactor.userId });
      return spent.length > 0 ? 'right' : 'used';
    },

    async remove(db, userId) {
      await db.delete(authRecoveryCode).where(eq(authRecoveryCode.userId, userId));
      const gone = await db
        .delete(authSecondFactor)
        .where(eq(authSecondFactor.userId, userId))
        .returning({ confirmedAt: authSecondFactor.confirmedAt });
      return gone.some((row) => row.confirmedAt !== null);
    },

    async renewRecoveryCodes(db, userId, at) {
      const codes = newRecoveryCodes();
      // A lock: of two concurrent renewals ten codes remain and not twenty.
      await db
        .select({ userId: authSecondFactor.userId })
        .from(authSecondFactor)
        .where(eq(authSecondFactor.userId, userId))
        .for('update');
      await db.delete(authRecoveryCode).where(eq(authRecoveryCode.userId, userId));
      const rows = codes.map((code) => ({
        userId,
        codeHash: hashesOf(userId, readRecoveryCode(code) ?? code)[0],
        createdAt: at,
      }));
      await db.insert(authRecoveryCode).values(rows);
      return codes;
    },

    async spendRecoveryCode(db, userId, code, at) {
      const plain = readRecoveryCode(code);
      if (plain === null) return null;
      // A code is valid only together with a confirmed app.
      const spent = await db
        .update(authRecoveryCode)
        .set({ usedAt: at })
        .where(
          and(
            eq(authRecoveryCode.userId, userId),
            inArray(authRecoveryCode.codeHash, hashesOf(userId, plain)),
            isNull(authRecoveryCode.usedAt),
            sql`exists (select 1 from auth_second_factor f where f.user_id = ${userId} and f.confirmed_at is not null)`,
          ),
        )
        .returning({ userId: authRecoveryCode.userId });
      return spent.length === 0 ? null : countLeft(db, userId);
    },
  };
}

/** Whether this is a later code with the offset of the refused one before it. */
function followsRefused(
  { refusedStep, refusedOffset }: Pick<typeof authSecondFactor.$inferSelect, 'refusedStep' | 'refusedOffset'>,
  { step, offset }: TimeStep,
): boolean {
  return (
    refusedStep !== null && refusedOffset === offset && step > refusedStep && step <= refusedStep + maxStepsBetween
  );
}
