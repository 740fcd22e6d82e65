import { defineQuotas } from '#platform/limits/quotas.ts';
import { listingRefusals } from '../contract.ts';

const freed = 'when a photo or its draft is deleted, or the draft is published';

/** Limits of stored, unused data: a hundred drafts with twelve photos each exceed any real use. And of favourites. */
export const listingQuotas = defineQuotas('listings', {
  photosOfDrafts: {
    counts: 'photos of drafts',
    per: 'member',
    most: 1_200,
    unit: '',
    freed,
    status: 409,
    code: listingRefusals.photoQuota,
    sentence: 'Your drafts have reached the limit of 1,200 photos. Publish or delete some drafts first.',
  },
  bytesOfDrafts: {
    counts: 'what the photos of drafts take, in all their widths',
    per: 'member',
    most: 600,
    unit: 'MB',
    freed,
    status: 409,
    code: listingRefusals.photoQuota,
    sentence: 'The photos of your drafts have reached the limit of 600 MB. Publish or delete some drafts first.',
  },
  draftsAtOnce: {
    counts: 'drafts',
    per: 'member',
    most: 1_000,
    unit: '',
    freed: 'publishing or deleting one',
    status: 409,
    code: listingRefusals.tooManyDrafts,
    sentence: 'You’ve reached the limit of 1,000 drafts. Publish or delete some to create more.',
  },
  favouritesAtOnce: {
    counts: 'favorites',
    per: 'member',
    most: 2_000,
    unit: '',
    freed: 'removing one',
    status: 409,
    code: listingRefusals.tooManyFavourites,
    sentence: 'You’ve reached the limit of 2,000 favorites. Remove some to add more.',
  },
});
