import { eq } from 'drizzle-orm';
import type { Question } from '#platform/db/ask-together.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import type { Preferences } from './contract.ts';
import { mailPreference } from './notifications.tables.ts';
import { type Choice, everything, preferencesOf, toldKinds } from './preference.rules.ts';

export async function getChoice(db: Db, userId: string): Promise<Choice> {
  const [row] = await db.select().from(mailPreference).where(eq(mailPreference.userId, userId));
  return row ?? everything;
}

/** The same, asked beside other questions. */
export function choiceAsked(userId: string): Question<Choice> {
  return {
    values: [userId],
    text: (id) => `(select json_build_object('turnedOff', turned_off, 'isPaused', is_paused, 'pausedUntil', paused_until, 'isMuted', is_muted,
      'appOff', app_off, 'pushOff', push_off) from mail_preference where user_id = ${id})`,
    read: (found: (Omit<Choice, 'pausedUntil'> & { pausedUntil: string | null }) | null) =>
      found ? { ...found, pausedUntil: found.pausedUntil === null ? null : new Date(found.pausedUntil) } : everything,
  };
}

export async function getPreferences(platform: Platform, userId: string): Promise<Preferences> {
  return preferencesOf(await getChoice(platform.db, userId), toldKinds(platform), platform.clock.now());
}
