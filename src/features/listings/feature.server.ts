import type { Feature } from '#platform/feature.ts';
import { expireListing } from './expire-listing.server.ts';
import { facetColumns } from './facet-store.server.ts';
import { followSuspension } from './follow-suspension.server.ts';
import { getListing } from './listing.queries.server.ts';
import { listingsApi } from './listings.api.server.ts';
import { listingChannel } from './listings.channels.server.ts';
import { mailNotice } from './mail-notice.server.ts';
import { noticeTimes } from './notice.rules.ts';
import { photosApi } from './photos.api.server.ts';
import { sweepPhotos } from './photos.server.ts';
import { tellEnded, tellEndedTask, tellEnding } from './tell-seller.server.ts';
import { followTier } from './tier-change.server.ts';

/** Of the event `listing.ended`. */
const sellerOf = (data: unknown): string => String((data as { sellerId?: unknown } | undefined)?.sellerId);

export const feature: Feature = {
  name: 'listings',
  api(api, platform) {
    listingsApi(api, platform);
    photosApi(api, platform);
  },
  answersAgain: {
    'POST /api/listings': async (platform, actor, listingId) => ({ status: 201, body: await getListing(platform, listingId, actor.id) }),
  },
  warm: facetColumns,
  jobs: {
    'listing.expire': (platform, payload) => expireListing(platform, String(payload.listingId)),
    'listing.tell-ending': (platform, { listingId }) => tellEnding(platform, String(listingId)),
    [tellEndedTask]: (platform, { data }) => tellEnded(platform, sellerOf(data)),
    'listing.mail-notice': (platform, { mailId }) => mailNotice(platform, String(mailId)),
    'listing.follow-tier': (platform, { subject }) => followTier(platform, String(subject)),
    'listing.follow-suspension': (platform, { subject }) => followSuspension(platform, String(subject)),
    'listing.photos.sweep': (platform, payload) => sweepPhotos(platform, Array.isArray(payload.photoIds) ? payload.photoIds.map(String) : []),
  },
  reactions: {
    'member.suspended': ['listing.follow-suspension'],
    'member.restored': ['listing.follow-suspension'],
    'tier.changed': ['listing.follow-tier'],
    'tier.confirmed': ['listing.follow-tier'],
    'listing.ended': [{ task: tellEndedTask, keyOf: ({ data }) => sellerOf(data), slotMs: noticeTimes.endedSlotMs }],
  },
  channels: { listing: listingChannel },
};
