import { inspectListing, unknownListing } from '#features/listings/index.server.ts';
import { listNames } from '#features/members/index.server.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { adminSecurity } from '../admin.security.ts';
import { type ListingFactsView, listingFactsSchema } from '../contract.ts';

/**
 * A listing with its history and the names of the members who changed its state. Refuses an unknown one, and one that
 * was never published (404): a draft is private to its seller.
 */
export function inspectNamedListing(
  platform: Pick<Platform, 'db' | 'security'>,
  id: string,
): Promise<ListingFactsView> {
  return platform.security.follow(adminSecurity.read, { what: 'listing' }, look(platform, id), (listing) => ({
    subject: listing.id,
  }));
}

async function look({ db }: Pick<Platform, 'db'>, id: string): Promise<ListingFactsView> {
  const facts = await inspectListing(db, id);
  if (facts.publishedAt === null) throw notFound(unknownListing);
  const names = await listNames(db, [facts.sellerId, ...facts.history.flatMap(({ actorId }) => actorId ?? [])]);
  return listingFactsSchema.parse({
    ...facts,
    sellerName: names.get(facts.sellerId) ?? null,
    history: facts.history.map((moment) => ({
      ...moment,
      actorName: (moment.actorId && names.get(moment.actorId)) || null,
    })),
  });
}
