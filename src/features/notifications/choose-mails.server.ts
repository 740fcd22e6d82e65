import { eq } from 'drizzle-orm';
import { keepMember } from '#features/members/index.server.ts';
import { invalid, notFound } from '#kernel/refusal.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { MailPreferences, MailPreferencesInput } from './contract.ts';
import { mailPreference } from './notifications.tables.ts';
import { type Choice, namesOf, preferencesOf, withInput } from './preference.rules.ts';

/** The member chooses what is mailed to them. What is left out stays. Refuses a pause that ends in the past or more than a year ahead (422). */
export async function chooseMails(platform: Platform, userId: string, input: MailPreferencesInput): Promise<MailPreferences> {
  return write(platform, async (tx) => {
    const now = platform.clock.now();
    const before = await lockChoice(tx, userId, now);
    if (!before) throw notFound('This account is gone.');
    const after = withInput(before, input, now);
    if ('problem' in after) throw invalid({ 'pause.until': after.problem });
    await tx.db
      .update(mailPreference)
      .set({ ...after, updatedAt: now })
      .where(eq(mailPreference.userId, userId));
    return preferencesOf(after, namesOf(platform.mails), now);
  });
}

/** The member's row, made where there is none, and locked; null when the member has gone. */
export async function lockChoice(tx: Tx, userId: string, now: Date): Promise<Choice | null> {
  // Whoever is being deleted at this moment must not leave a row behind.
  if (!(await keepMember(tx, userId))) return null;
  await tx.db.insert(mailPreference).values({ userId, updatedAt: now }).onConflictDoNothing();
  const [row] = await tx.db.select().from(mailPreference).where(eq(mailPreference.userId, userId)).for('update');
  return row ?? null;
}
