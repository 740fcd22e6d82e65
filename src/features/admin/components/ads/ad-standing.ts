import type { Ad } from '#features/ads/contract.ts';

const words = {
  waiting: { tone: 'waiting', word: 'Begins later' },
  running: { tone: 'live', word: 'Runs' },
  ended: { tone: 'paused', word: 'Ended' },
} as const;

/** How a list says where an ad stands. */
export function adStatus(state: Ad['state']) {
  return words[state];
}
