import { eq } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { Preferences } from '../contract.ts';
import { mailPreference } from '../model/notifications.tables.ts';
import { type Choice, everything, notifiedKinds, preferencesOf } from './preference.rules.ts';

export async function getChoice(db: Db, userId: string): Promise<Choice> {
  const [row] = await db.select().from(mailPreference).where(eq(mailPreference.userId, userId));
  return row ?? everything;
}

export async function getPreferences(
  platform: Platform,
  { id, role }: Pick<Actor, 'id' | 'role'>,
): Promise<Preferences> {
  return preferencesOf(await getChoice(platform.db, id), notifiedKinds(platform, role), platform.clock.now());
}
