import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { MailPreferences } from './contract.ts';
import { mailPreference } from './notifications.tables.ts';
import { type Choice, everything, preferencesOf } from './preference.rules.ts';

export async function getChoice(db: Db, userId: string): Promise<Choice> {
  const [row] = await db.select().from(mailPreference).where(eq(mailPreference.userId, userId));
  return row ?? everything;
}

export async function getPreferences(db: Db, userId: string, now: Date): Promise<MailPreferences> {
  return preferencesOf(await getChoice(db, userId), now);
}
