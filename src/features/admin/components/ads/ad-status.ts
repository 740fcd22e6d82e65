import type { Ad } from '#features/ads/contract.ts';

const words = {
  waiting: { tone: 'waiting', word: 'Scheduled' },
  running: { tone: 'live', word: 'Running' },
  ended: { tone: 'paused', word: 'Ended' },
} as const;

/** The status of an ad in a list. */
export function adStatus(state: Ad['state']) {
  return words[state];
}
