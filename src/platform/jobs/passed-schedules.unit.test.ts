import { expect, test } from 'vitest';
import { passedBetween } from './passed-schedules.ts';

const schedules = [
  { task: 'often', cron: '*/10 * * * *' },
  { task: 'nightly', cron: '17 2 * * *' },
  { task: 'monthly', cron: '5 4 1 * *' },
];
const at = (time: string) => new Date(`2026-11-${time}Z`);
const passed = (from: Date, to: Date) =>
  passedBetween(schedules, from, to).map(({ task, passedAt }) => `${task} ${passedAt.toISOString().slice(0, 16)}`);

test('a moved clock passes schedules after its old time and up to its new time', () => {
  expect(passed(at('26T15:02:00'), at('26T15:09:59'))).toEqual([]);
  expect(passed(at('26T15:02:00'), at('26T15:10:00'))).toEqual(['often 2026-11-26T15:10']);
  expect(passed(at('26T15:10:00'), at('26T15:19:00'))).toEqual([]);
  expect(passed(at('26T15:10:00'), at('27T02:16:59'))).toEqual(['often 2026-11-27T02:10']);
  expect(passed(at('26T15:10:00'), at('27T02:17:00'))).toEqual(['often 2026-11-27T02:10', 'nightly 2026-11-27T02:17']);
  expect(passed(at('27T02:17:00'), at('28T02:16:00'))).toEqual(['often 2026-11-28T02:10']);
  expect(passed(at('26T15:10:00'), new Date('2028-01-10T00:00:00Z'))).toEqual([
    'often 2028-01-10T00:00',
    'nightly 2028-01-09T02:17',
    'monthly 2028-01-01T04:05',
  ]);
});
