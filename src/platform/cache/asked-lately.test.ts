import { expect, test } from 'vitest';
import { AskedLately } from './asked-lately.ts';

test('knows what was asked for within its while, and forgets it after two', () => {
  const asked = new AskedLately(1_000);
  expect(asked.note('charizard', 10_000)).toBe(false);
  expect(asked.note('charizard', 10_001)).toBe(true);
  expect(asked.note('pikachu', 10_001)).toBe(false);
  // The while after: known still.
  expect(asked.note('charizard', 11_900)).toBe(true);
  expect(asked.note('pikachu', 12_900)).toBe(false);
  expect(asked.note('charizard', 20_000)).toBe(false);
});

test('a key that shares a slot with another pushes it out and is never taken for it', () => {
  const asked = new AskedLately(1_000);
  for (let i = 0; i < 50_000; i++) expect(asked.note(`first ${i}`, 5_000)).toBe(false);
  expect(asked.note('first 49999', 5_000)).toBe(true);
});
