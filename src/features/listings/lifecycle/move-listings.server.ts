import { invalid, isRefusal } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { currentScene } from '#platform/security-log/scene.ts';
import { pauseListing, publishListing, removeListing, renewListing, resumeListing } from './move-listing.server.ts';
import { restoreListing } from './restore-listing.server.ts';

/** The seller's verbs by name. */
export const sellerVerbs = {
  publish: publishListing,
  pause: pauseListing,
  resume: resumeListing,
  renew: renewListing,
  remove: removeListing,
  restore: restoreListing,
} as const;
type Verb = keyof typeof sellerVerbs;

/** As many as a page shows. */
export const mostAtOnce = 50;

export interface MovedListings {
  done: string[];
  /** Why it could not be done with each of the others, in words. */
  refused: { id: string; message: string }[];
}

/** Each once. Refuses none and more than a page (422). */
export function requestedListings(ids: readonly string[]): string[] {
  const requested = [...new Set(ids)];
  if (requested.length === 0) throw invalid({ id: 'Select at least 1 listing.' });
  if (requested.length > mostAtOnce) throw invalid({ id: `Select ${mostAtOnce} listings at most.` });
  return requested;
}

/**
 * Applies one verb to several listings in sequence, each independently: a refusal does not stop the others. Only the
 * verbs' refusals are returned; any other error is thrown, and earlier changes stay. Refuses none and more than a page
 * (422).
 */
export async function moveListings(
  platform: Platform,
  actor: Actor,
  verb: Verb,
  ids: readonly string[],
): Promise<MovedListings> {
  const requested = requestedListings(ids);
  const moved: MovedListings = { done: [], refused: [] };
  for (const id of requested) {
    try {
      await sellerVerbs[verb](platform, actor, id);
      moved.done.push(id);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      currentScene()?.refused(error);
      moved.refused.push({ id, message: error.message });
    }
  }
  return moved;
}
