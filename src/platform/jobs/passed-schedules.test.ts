import { expect, test } from 'vitest';
import { passedBetween } from './passed-schedules.ts';

const schedules = [
  { task: 'often', cron: '*/10 * * * *' },
  { task: 'nightly', cron: '17 2 * * *' },
  { task: 'monthly', cron: '5 4 1 * *' },
];
const at = (time: string) => new Date(`2026-11-${time}Z`);

test('what a moved clock has passed over: after the moment it left, up to the one it came to', () => {
  expect(passedBetween(schedules, at('26T15:02:00'), at('26T15:09:59'))).toEqual([]);
  expect(passedBetween(schedules, at('26T15:02:00'), at('26T15:10:00'))).toEqual(['often']);
  expect(passedBetween(schedules, at('26T15:10:00'), at('26T15:19:00'))).toEqual([]);
  expect(passedBetween(schedules, at('26T15:10:00'), at('27T02:16:59'))).toEqual(['often']);
  expect(passedBetween(schedules, at('26T15:10:00'), at('27T02:17:00'))).toEqual(['often', 'nightly']);
  expect(passedBetween(schedules, at('27T02:17:00'), at('28T02:16:00'))).toEqual(['often']);
  expect(passedBetween(schedules, at('26T15:10:00'), new Date('2028-01-10T00:00:00Z'))).toEqual(['often', 'nightly', 'monthly']);
});
