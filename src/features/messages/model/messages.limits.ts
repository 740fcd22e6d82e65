import { hourMs, minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const messagesLimits = defineLimits('messages', {
  /** Counted with the message itself: duplicates and refused ones do not count. */
  messages: {
    counts: 'messages sent',
    per: 'member',
    points: 20,
    windowMs: minuteMs,
    sentence: 'You have sent very many messages this minute. You can send the next one {when}.',
    guards: 'entry',
  },
  newThreads: {
    counts: 'conversations begun by a free member',
    per: 'member',
    points: 10,
    windowMs: hourMs,
    sentence:
      'You have begun 10 conversations this hour, as many as the free tier has. You can begin the next one {when}.',
    guards: 'entry',
  },
  newThreadsOfPremium: {
    counts: 'conversations begun by a premium member',
    per: 'member',
    points: 30,
    windowMs: hourMs,
    sentence: 'You have begun 30 conversations this hour. You can begin the next one {when}.',
    guards: 'entry',
  },
  /** Each block adds to the exclusions of every list that the two read. */
  blocks: {
    counts: 'members blocked',
    per: 'member',
    points: 60,
    windowMs: hourMs,
    sentence: 'You have blocked very many members this hour. You can block the next one {when}.',
    guards: 'load',
  },
  reports: {
    counts: 'members reported',
    per: 'member',
    points: 10,
    windowMs: hourMs,
    sentence: 'You have reported very many members this hour. You can send the next report {when}.',
    guards: 'load',
  },
});
