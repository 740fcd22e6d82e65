import { expect, test } from 'vitest';
import { sentBy } from './listing-words.ts';

test('whether post is tracked is said once, and never against what is so', () => {
  const said = (name: string, tracked: boolean) => sentBy({ name, tracked });
  expect(
    ['Tracked letter', 'Parcel with tracking', 'Letter', 'Untracked letter'].map((name) => said(name, true)),
  ).toEqual(['Tracked letter', 'Parcel with tracking', 'Letter, tracked', 'Untracked letter, tracked']);
  expect(
    ['Letter', 'Untracked letter', 'Letter without tracking', 'Tracked letter'].map((name) => said(name, false)),
  ).toEqual(['Letter, not tracked', 'Untracked letter', 'Letter without tracking', 'Tracked letter, not tracked']);
});
