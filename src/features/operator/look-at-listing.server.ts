import { lookAtListing } from '#features/listings/index.server.ts';
import { listNames } from '#features/members/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import { type ListingFactsView, listingFactsSchema } from './contract.ts';

/** A listing with its history and the names of who moved it. Refuses an unknown one (404). */
export async function lookAtNamedListing(db: Db, id: string): Promise<ListingFactsView> {
  const facts = await lookAtListing(db, id);
  const names = await listNames(db, [facts.sellerId, ...facts.history.flatMap(({ actorId }) => actorId ?? [])]);
  return listingFactsSchema.parse({
    ...facts,
    sellerName: names.get(facts.sellerId) ?? null,
    history: facts.history.map((moment) => ({ ...moment, actorName: (moment.actorId && names.get(moment.actorId)) || null })),
  });
}
