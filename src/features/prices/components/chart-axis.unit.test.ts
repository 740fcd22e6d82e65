import { expect, test } from 'vitest';
import { dayMs } from '#kernel/time.ts';
import { axisDates, placeOf, spanOf, timeOf } from './chart-axis.ts';

const labels = (today: string, days: number) => axisDates(spanOf(today, days)).map(({ label }) => label);

test('the axis covers the whole period with four to six dates, all inside it', () => {
  expect(labels('2026-11-28', 7)).toEqual(['21 Nov', '23 Nov', '25 Nov', '26 Nov', '28 Nov']);
  expect(labels('2026-11-28', 30)).toEqual(['29 Oct', '6 Nov', '13 Nov', '21 Nov', '28 Nov']);
  expect(labels('2026-11-28', 90)).toEqual(['30 Aug', '22 Sep', '14 Oct', '6 Nov', '28 Nov']);
  expect(labels('2026-11-28', 365)).toEqual(['Dec', 'Feb', 'Apr', 'Jun', 'Aug', 'Oct']);
  for (let day = timeOf('2026-01-01'); day < timeOf('2027-03-01'); day += dayMs)
    for (const days of [7, 30, 90, 365]) {
      const span = spanOf(new Date(day).toISOString().slice(0, 10), days);
      const times = axisDates(span).map(({ time }) => time);
      expect([times.length >= 4, times.length <= 6]).toEqual([true, true]);
      expect([Math.min(...times) >= span[0], Math.max(...times) <= span[1]]).toEqual([true, true]);
    }
});

test('a week’s figure is in the middle of its week, and inside the period', () => {
  const span = spanOf('2026-11-28', 90);
  expect(placeOf('2026-11-02', 90, span)).toBe(timeOf('2026-11-05'));
  expect(placeOf('2026-11-27', 90, span)).toBe(timeOf('2026-11-28'));
  expect(placeOf('2026-08-24', 90, span)).toBe(timeOf('2026-08-30'));
  expect(placeOf('2026-11-02', 30, spanOf('2026-11-28', 30))).toBe(timeOf('2026-11-02'));
});
