import { notFound } from '#kernel/refusal.ts';
import type { Channel } from '#platform/feature.ts';
import { unknownListing } from '../model/listing.policy.ts';
import { findListing } from './listing.queries.server.ts';

/** `listing {id}`: whoever may open the listing's page hears when it changes, visitors too. */
export const listingChannel: Channel = {
  description: {
    params: { id: 'a listing' },
    by: 'whoever may see the listing, visitors too',
    kinds: ['listing.changed'],
  },
  async topics(platform, viewer, params) {
    const id = params.id ?? '';
    if (!(await findListing(platform, id, viewer?.id ?? null))) throw notFound(unknownListing);
    return [`listing:${id}`];
  },
};
