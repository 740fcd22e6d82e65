import { expect, test } from 'vitest';
import { dueAt } from './how-often.ts';

test.each([
  ['now', '2026-11-25T09:00:00Z', '2026-11-25T09:00:00Z'],
  ['daily', '2026-11-25T06:59:59Z', '2026-11-25T07:00:00Z'],
  ['daily', '2026-11-25T07:00:00Z', '2026-11-26T07:00:00Z'],
  ['weekly', '2026-11-25T06:00:00Z', '2026-11-30T07:00:00Z'],
  ['weekly', '2026-11-30T06:00:00Z', '2026-11-30T07:00:00Z'],
  ['weekly', '2026-11-30T07:00:00Z', '2026-12-07T07:00:00Z'],
] as const)('with frequency %s an event at %s is due at %s', (frequency, now, due) => {
  expect(dueAt(frequency, new Date(now))).toEqual(new Date(due));
});
