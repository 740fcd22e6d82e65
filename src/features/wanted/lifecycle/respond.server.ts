import { findListing } from '#features/listings/index.server.ts';
import type { Message } from '#features/messages/contract.ts';
import { openThread } from '#features/messages/index.server.ts';
import { conflict, invalid } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { type RespondInput, wantRefusals } from '../contract.ts';
import { wantPolicy } from '../model/want.policy.ts';
import { getWantFor } from '../wants.queries.server.ts';

/**
 * Answers a want, with a listing of the member's own that is for sale or with words: opens their thread about it, or
 * continues it. Refuses an unknown want (404), the member's own (403), an ended one (409 `want_ended`), a listing that
 * is another member's or not for sale (422), and all that the thread refuses.
 */
export async function respondToWant(
  platform: Platform,
  actor: Actor,
  id: string,
  { listingId, text = '' }: RespondInput,
): Promise<Message> {
  const { owner, status } = await getWantFor(platform.db, actor.id, id);
  wantPolicy.check(actor, 'respond', { ownerId: owner.id });
  if (status !== 'open')
    throw conflict(wantRefusals.wantEnded, 'This wanted post has ended and no longer accepts replies.');
  const about = { recipientId: owner.id, wantedId: id };
  if (listingId === undefined) return openThread(platform, actor, { ...about, text });
  const found = await findListing(platform, listingId, actor.id);
  if (found?.seller.id !== actor.id || found.status !== 'active')
    throw invalid({ listingId: 'Choose one of your active listings.' });
  const words = `I have this card for sale: ${found.title}\n${platform.config.appUrl}/listings/${found.id}`;
  return openThread(platform, actor, { ...about, text: words }, { kind: 'listing', id: found.id });
}
