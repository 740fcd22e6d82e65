import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import type { MailPreferences } from './contract.ts';
import { mailPreference } from './notifications.tables.ts';
import { type Choice, everything, namesOf, preferencesOf } from './preference.rules.ts';

export async function getChoice(db: Db, userId: string): Promise<Choice> {
  const [row] = await db.select().from(mailPreference).where(eq(mailPreference.userId, userId));
  return row ?? everything;
}

export async function getPreferences({ db, mails, clock }: Platform, userId: string): Promise<MailPreferences> {
  return preferencesOf(await getChoice(db, userId), namesOf(mails), clock.now());
}
