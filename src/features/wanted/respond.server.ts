import { findListing } from '#features/listings/index.server.ts';
import type { Message } from '#features/messages/contract.ts';
import { openThread } from '#features/messages/index.server.ts';
import { conflict, invalid, notFound } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { type RespondInput, wantRefusals } from './contract.ts';
import { unknownWant, wantPolicy } from './want.policy.ts';
import { getWant } from './wants.queries.server.ts';

/**
 * Answers a want, with a listing of one's own that is for sale or with words: opens the thread of the two about it, or goes on in it. Refuses an unknown want (404),
 * one's own (403), one that has ended (409 `want_ended`), a listing that is not one's own or not for sale (422), and all that the thread refuses.
 */
export async function respondToWant(platform: Platform, actor: Actor, id: string, { listingId, text }: RespondInput): Promise<Message> {
  const { owner, status } = await getWant(platform.db, id);
  if (!owner) throw notFound(unknownWant);
  wantPolicy.check(actor, 'respond', { ownerId: owner.id });
  if (status !== 'open') throw conflict(wantRefusals.wantEnded, 'This wanted post has ended.');
  const said = listingId === undefined ? text : await wordsOf(platform, actor, listingId);
  return openThread(platform, actor, { recipientId: owner.id, wantedId: id, text: said ?? '' });
}

async function wordsOf(platform: Platform, actor: Actor, listingId: string): Promise<string> {
  const found = await findListing(platform, listingId, actor.id);
  if (found?.seller.id !== actor.id || found.status !== 'active') throw invalid({ listingId: 'Choose a listing of yours that is for sale.' });
  return `I sell this: ${found.title}\n${platform.config.appUrl}/listings/${found.id}`;
}
