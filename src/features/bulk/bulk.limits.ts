import { dayMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';

export const bulkChangeLimits = defineLimits('bulk', {
  changes: {
    counts: 'changes of many listings looked at or made',
    per: 'member',
    points: 100,
    windowMs: dayMs,
    sentence: 'You have asked for very many changes today. You can ask for the next one {when}.',
    guards: 'load',
  },
});
