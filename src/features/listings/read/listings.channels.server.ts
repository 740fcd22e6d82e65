import { notFound } from '#kernel/refusal.ts';
import type { Channel } from '#platform/feature.ts';
import { unknownListing } from '../model/listing.policy.ts';
import { findListing } from './listing.queries.server.ts';

/** `listing {id}`: viewers of the listing's page, visitors too, are notified of its changes. */
export const listingChannel: Channel = {
  description: {
    params: { id: 'of the listing' },
    by: 'everyone who can see the listing',
    kinds: ['listing.changed'],
  },
  async topics(platform, viewer, params) {
    const id = params.id ?? '';
    if (!(await findListing(platform, id, viewer?.id ?? null))) throw notFound(unknownListing);
    return [`listing:${id}`];
  },
};
