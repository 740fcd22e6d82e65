import { expect, test } from 'vitest';
import { creationPolicy, pauseAfterTry } from './creation-tries.ts';

test('[LI-05] creating a profile is tried five times, with pauses that double and are never longer than ten seconds', () => {
  expect(creationPolicy.tries).toBe(5);
  expect([1, 2, 3, 4, 5, 6].map(pauseAfterTry)).toEqual([2_000, 4_000, 8_000, 10_000, null, null]);
});
