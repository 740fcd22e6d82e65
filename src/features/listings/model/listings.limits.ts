import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

/** Far more than a person does by hand in an hour; one network may be a shop, a school or a whole town. */
export const listingsLimits = defineLimits('listings', {
  drafts: {
    counts: 'drafts made',
    per: 'member',
    points: 300,
    windowMs: hourMs,
    sentence: 'You have made very many drafts this hour. You can make the next one {when}.',
    guards: 'load',
  },
  draftsOfNetwork: {
    counts: 'drafts made',
    per: 'network',
    points: 900,
    windowMs: hourMs,
    sentence: 'Very many drafts were made from your network this hour. You can make the next one {when}.',
    guards: 'load',
  },
  favourites: {
    counts: 'listings marked as favourites',
    per: 'member',
    points: 300,
    windowMs: hourMs,
    sentence: 'You have marked very many favourites this hour. You can mark the next one {when}.',
    guards: 'load',
  },
  favouritesOfNetwork: {
    counts: 'listings marked as favourites',
    per: 'network',
    points: 1_200,
    windowMs: hourMs,
    sentence: 'Very many favourites were marked from your network this hour. You can mark the next one {when}.',
    guards: 'load',
  },
});
