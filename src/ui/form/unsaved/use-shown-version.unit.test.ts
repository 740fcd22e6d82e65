import { expect, test } from 'vitest';
import { nextShown } from './use-shown-version.ts';

const opened = { stored: { version: 1 }, answer: undefined };

test('a version that a live update brings is not shown: what is typed stays, and so does the version that the form sends', () => {
  expect(nextShown(opened, { version: 2 }, undefined)).toBe(opened);
  expect(nextShown(opened, { version: 2 }, {})).toBe(opened);
});

test('a version that the form itself saved is shown once, though its answer comes first', () => {
  const answer = { saved: 'Saved' };
  expect(nextShown(opened, opened.stored, answer)).toBe(opened);
  const shown = nextShown(opened, { version: 2 }, answer);
  expect(shown).toEqual({ stored: { version: 2 }, answer });
  // The answer stays on the page, which is read again.
  expect(nextShown(shown, { version: 3 }, answer)).toBe(shown);
  expect(nextShown(shown, { version: 3 }, { saved: 'Saved' }).stored.version).toBe(3);
});
