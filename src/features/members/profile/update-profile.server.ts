import { eq, sql } from 'drizzle-orm';
import { conflict, notFound } from '#kernel/refusal.ts';
import { profileFailed, profileNotFound } from '#kernel/specified-texts.ts';
import { faultAs } from '#platform/http/responses/fault-sentence.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import type { CompleteProfileInput, ProfilePatch } from '../contract.ts';
import { profile } from '../model/members.tables.ts';
import { appendProfileChanged } from './profile-facts.server.ts';
import { isOnboarded } from './tutorial.rules.ts';
import { isReservedUsername, usernameKey } from './username.rules.ts';
import { changeUsername, explainTaken, usernameTaken } from './username-registry.server.ts';

/** Changes the member's own fields; absent fields stay unchanged. Refuses a taken or reserved name (409). */
export async function updateProfile(platform: Platform, actor: Actor, patch: ProfilePatch): Promise<void> {
  return save(platform, actor, patch, false);
}

/**
 * Completes a profile (VA-06): sets name and location and removes the flag. Refuses a taken name, and a profile that is
 * already complete (409).
 */
export async function completeProfile(platform: Platform, actor: Actor, input: CompleteProfileInput): Promise<void> {
  return faultAs(platform, 'profile_failed', profileFailed, save(platform, actor, input, true));
}

async function save(platform: Platform, actor: Actor, patch: ProfilePatch, isCompletion: boolean): Promise<void> {
  const at = platform.clock.now();
  const work = write(platform, async (tx) => {
    const row = await lockProfile(tx, actor.id);
    if (isCompletion && row.profileCompleted) throw conflict('already_complete', 'Your profile is already complete.');
    if (patch.username !== undefined && patch.username !== row.username) {
      const isSameName = usernameKey(patch.username) === usernameKey(row.username);
      if (!isSameName && isReservedUsername(patch.username, platform.site.brand.name) && actor.role !== 'admin')
        throw usernameTaken();
      await changeUsername(tx, actor.id, row.username, patch.username, at);
    }
    const [saved] = await tx.db
      .update(profile)
      .set({
        ...columnsOf(patch),
        ...tutorialColumns(row.tutorialPreferences, patch),
        ...(isCompletion ? { profileCompleted: true, needsCompletion: false } : {}),
        lastUpdated: at,
        version: sql`${profile.version} + 1`,
      })
      .where(eq(profile.userId, actor.id))
      .returning({ version: profile.version });
    appendProfileChanged(tx, actor.id, saved?.version ?? row.version);
  });
  await explainTaken(work);
}

export async function lockProfile(tx: Tx, userId: string): Promise<typeof profile.$inferSelect> {
  const [row] = await tx.db.select().from(profile).where(eq(profile.userId, userId)).for('update');
  if (!row || row.deletedAt !== null) throw notFound(profileNotFound);
  return row;
}

/** Decided on the locked row: when two tabs end a tour each, the second one sees both (ST-08). */
function tutorialColumns(before: Record<string, boolean>, { tutorialPreferences, onboardingCompleted }: ProfilePatch) {
  if (!tutorialPreferences) return {};
  const after = { ...before, ...tutorialPreferences };
  return {
    tutorialPreferences: after,
    ...(onboardingCompleted === undefined && isOnboarded(after) ? { onboardingCompleted: true } : {}),
  };
}

/** The patch's fields as columns; an empty text becomes null. */
function columnsOf(patch: ProfilePatch): Partial<typeof profile.$inferInsert> {
  const text = (value: string | null | undefined) => (value === undefined ? undefined : value || null);
  return {
    username: patch.username,
    displayName: text(patch.displayName),
    bio: text(patch.bio),
    location: text(patch.location),
    contact: text(patch.contact),
    contactVisible: patch.contactVisible,
    socialYoutube: text(patch.social?.youtube),
    socialTwitter: text(patch.social?.twitter),
    socialFacebook: text(patch.social?.facebook),
    theme: patch.theme,
    numberFormat: text(patch.numberFormat),
    displayCurrency: text(patch.displayCurrency),
    timeZone: text(patch.timeZone),
    density: patch.density,
    motion: patch.motion,
    games: patch.games,
    onboardingCompleted: patch.onboardingCompleted,
  };
}
