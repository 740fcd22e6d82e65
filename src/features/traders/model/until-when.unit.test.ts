import { expect, test } from 'vitest';
import { untilWhen } from './until-when.ts';

test('a marked trader sees until when their listings stay, and after that date that they are paused', () => {
  const due = new Date('2026-12-09T10:00:00Z');
  expect(untilWhen(due, new Date('2026-11-25T10:00:00Z'))).toBe(
    'Your listings stay for sale until 9 Dec 2026. After that, they are paused until your details are complete.',
  );
  for (const dueAt of [due, null])
    expect(untilWhen(dueAt, due)).toBe('Your listings are paused until your details are complete.');
});
