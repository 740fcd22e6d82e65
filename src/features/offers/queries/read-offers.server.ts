import { readUpdatesShown } from '#features/notifications/index.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { updatesOfOffer } from '../emails/notify-sides.server.ts';

/**
 * A page shows these offers to one of their sides: marks that member's notifications about them as read, on every
 * device.
 */
export async function readOffers(platform: Platform, { id }: Actor, offerIds: readonly string[]): Promise<void> {
  await readUpdatesShown(platform, id, offerIds.map(updatesOfOffer));
}
