import { expect, test } from 'vitest';
import { untilWhen } from './until-when.ts';

test('a marked trader sees until when their listings stay, and after that date that they are paused', () => {
  const due = new Date('2026-12-09T10:00:00Z');
  expect(untilWhen(due, new Date('2026-11-25T10:00:00Z'))).toBe(
    'What you have for sale stays until 9 Dec 2026; what is missing then pauses it until it is there.',
  );
  for (const dueAt of [due, null]) expect(untilWhen(dueAt, due)).toBe('What you have for sale is paused until then.');
});
