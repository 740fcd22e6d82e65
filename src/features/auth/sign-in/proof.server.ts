import { and, eq, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { notAllowed, Refusal } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { authAccount, authPasskey } from '#platform/identity/identity.tables.ts';
import { lockUser } from '#platform/identity/users.server.ts';
import type { Tx } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { messages } from '../model/messages.ts';

/**
 * The proof of a sign-in. `accountId` of a second step is the provider's account of the first step, if there was one.
 */
export type Proof =
  | { by: 'password'; hash: string }
  | { by: 'google'; accountId: string }
  | { by: 'passkey'; passkeyId: string }
  | { by: 'second-step'; stepId: string; accountId: string | null };

/** A passkey with user verification is two factors in one; a second step follows a first factor. */
export function showsTwoFactors({ by }: Proof): boolean {
  return by === 'passkey' || by === 'second-step';
}

/**
 * Checks again, under the lock of every change of a sign-in method, whether the proof is still valid: a password check
 * takes some milliseconds and a code was typed after it, and a concurrent reset must end this sign-in too. Spends a
 * second step. Refuses an invalid proof (401), and a suspended member (403).
 */
export async function holdProof(tx: Tx, platform: Platform, userId: string, proof: Proof): Promise<void> {
  const user = await lockUser(tx.db, userId);
  if (!user || !(await stillHolds(tx.db, platform, userId, proof))) throw goneBy(proof);
  if (user.suspendedAt !== null) throw notAllowed(messages.suspended, 'suspended');
}

async function stillHolds(db: Db, { identity, clock }: Platform, userId: string, proof: Proof): Promise<boolean> {
  switch (proof.by) {
    case 'password':
      return has(db, authAccount, and(eq(authAccount.userId, userId), eq(authAccount.password, proof.hash)));
    case 'google':
      return has(db, authAccount, and(eq(authAccount.userId, userId), eq(authAccount.id, proof.accountId)));
    case 'passkey':
      return has(db, authPasskey, and(eq(authPasskey.userId, userId), eq(authPasskey.id, proof.passkeyId)));
    case 'second-step': {
      const step = await identity.secondSteps.lock(db, proof.stepId, clock.now());
      if (step) await identity.secondSteps.end(db, step.id);
      return step !== null;
    }
  }
}

async function has(db: Db, table: PgTable, which: SQL | undefined): Promise<boolean> {
  return (await db.$count(table, which)) > 0;
}

function goneBy({ by }: Proof): Refusal {
  if (by === 'google') return new Refusal(401, 'google_failed', messages.googleFailed);
  if (by === 'passkey') return new Refusal(401, 'passkey_unknown', messages.passkeyUnknown);
  if (by === 'second-step') return new Refusal(401, 'second_step_over', messages.secondStepOver);
  return new Refusal(401, 'wrong_credentials', messages.wrongCredentials);
}
