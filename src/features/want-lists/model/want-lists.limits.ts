import { dayMs, hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const listsLimits = defineLimits('lists', {
  made: {
    counts: 'want lists created',
    per: 'member',
    points: 100,
    windowMs: dayMs,
    sentence: 'You can create 100 want lists a day. Try again {when}.',
    guards: 'load',
  },
  brought: {
    counts: 'card lists imported',
    per: 'member',
    points: 60,
    windowMs: hourMs,
    sentence: 'You can import 60 card lists an hour. Try again {when}.',
    guards: 'load',
  },
  added: {
    counts: 'lines added to want lists one by one',
    per: 'member',
    points: 1_000,
    windowMs: dayMs,
    sentence: 'You can add 1,000 cards to want lists a day. Try again {when}.',
    guards: 'load',
  },
});
