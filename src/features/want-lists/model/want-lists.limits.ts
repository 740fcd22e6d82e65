import { dayMs, hourMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const listsLimits = defineLimits('lists', {
  made: {
    counts: 'want lists made',
    per: 'member',
    points: 100,
    windowMs: dayMs,
    sentence: 'You have made very many want lists today. You can make the next one {when}.',
    guards: 'load',
  },
  brought: {
    counts: 'lists of cards brought',
    per: 'member',
    points: 60,
    windowMs: hourMs,
    sentence: 'You have brought very many lists this hour. You can bring the next one {when}.',
    guards: 'load',
  },
  added: {
    counts: 'lines added to want lists one by one',
    per: 'member',
    points: 1_000,
    windowMs: dayMs,
    sentence: 'You have added very many lines today. You can go on {when}.',
    guards: 'load',
  },
});
