import { eq } from 'drizzle-orm';
import { lockMember } from '#features/members/index.server.ts';
import { invalid, notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { Preferences, PreferencesInput } from '../contract.ts';
import { mailPreference } from '../model/notifications.tables.ts';
import { type Choice, notifiedKinds, preferencesOf, withInput } from './preference.rules.ts';

/**
 * Changes the member's preferences; missing fields stay unchanged. Refuses a pause that ends in the past or more than a
 * year ahead, and a channel that a kind does not support (422).
 */
export async function choosePreferences(
  platform: Platform,
  { id: userId, role }: Pick<Actor, 'id' | 'role'>,
  input: PreferencesInput,
): Promise<Preferences> {
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    const before = await lockChoice(tx, userId, now);
    if (!before) throw notFound('This account was deleted.');
    const kinds = notifiedKinds(platform, role);
    const after = withInput(before, input, kinds, now);
    if ('problem' in after) throw invalid(after.problem);
    await tx.db
      .update(mailPreference)
      .set({ ...after, updatedAt: now })
      .where(eq(mailPreference.userId, userId));
    return preferencesOf(after, kinds, now);
  });
}

/** The member's preferences row, inserted if missing, and locked; null when the member is gone. */
export async function lockChoice(tx: Tx, userId: string, now: Date): Promise<Choice | null> {
  // A member who is being deleted must not leave a row behind.
  if (!(await lockMember(tx, userId))) return null;
  await tx.db.insert(mailPreference).values({ userId, updatedAt: now }).onConflictDoNothing();
  const [row] = await tx.db.select().from(mailPreference).where(eq(mailPreference.userId, userId)).for('update');
  return row ?? null;
}
