import { hourMs, minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const messagesLimits = defineLimits('messages', {
  /** Counted with the message itself: duplicates and refused ones do not count. */
  messages: {
    counts: 'messages sent',
    per: 'member',
    points: 20,
    windowMs: minuteMs,
    sentence: 'You can send 20 messages a minute. Try again {when}.',
    guards: 'entry',
  },
  newThreads: {
    counts: 'conversations started by a Free member',
    per: 'member',
    points: 10,
    windowMs: hourMs,
    sentence: 'You can start 10 conversations an hour on the Free plan. Try again {when}.',
    guards: 'entry',
  },
  newThreadsOfPremium: {
    counts: 'conversations started by a Premium member',
    per: 'member',
    points: 30,
    windowMs: hourMs,
    sentence: 'You can start 30 conversations an hour. Try again {when}.',
    guards: 'entry',
  },
  /** Each block adds to the exclusions of every list that the two read. */
  blocks: {
    counts: 'members blocked',
    per: 'member',
    points: 60,
    windowMs: hourMs,
    sentence: 'You can block 60 members an hour. Try again {when}.',
    guards: 'load',
  },
  reports: {
    counts: 'members reported',
    per: 'member',
    points: 10,
    windowMs: hourMs,
    sentence: 'You can send 10 reports an hour. Try again {when}.',
    guards: 'load',
  },
});
