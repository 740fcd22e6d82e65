import { hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

/** Far more than a person does by hand in an hour; one network may be a shop, a school or a whole town. */
export const listingsLimits = defineLimits('listings', {
  drafts: {
    counts: 'drafts made',
    per: 'member',
    points: 300,
    windowMs: hourMs,
    sentence: 'You can create 300 drafts an hour. Try again {when}.',
    guards: 'load',
  },
  draftsOfNetwork: {
    counts: 'drafts made',
    per: 'network',
    points: 900,
    windowMs: hourMs,
    sentence: 'Your network has reached the limit of drafts for this hour. Try again {when}.',
    guards: 'load',
  },
  favourites: {
    counts: 'listings marked as favorites',
    per: 'member',
    points: 300,
    windowMs: hourMs,
    sentence: 'You can favorite 300 listings an hour. Try again {when}.',
    guards: 'load',
  },
  favouritesOfNetwork: {
    counts: 'listings marked as favorites',
    per: 'network',
    points: 1_200,
    windowMs: hourMs,
    sentence: 'Your network has reached the limit of favorites for this hour. Try again {when}.',
    guards: 'load',
  },
});
