import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayMs, hourMs } from '#kernel/time.ts';
import { endOfWait, type Period, planVacation } from './vacation.rules.ts';

const start = Date.UTC(2026, 0, 1);
const at = (hours: number) => new Date(start + hours * hourMs);
const away = (from: number, to: number): Period => ({ startsAt: at(from), endsAt: at(to) });

test('a deadline is paused while its seller is away, wherever the vacations lie', () => {
  expect(endOfWait(at(0), 48 * hourMs, [])).toEqual(at(48));
  expect(endOfWait(at(0), 48 * hourMs, [away(10, 30)])).toEqual(at(68));
  expect(endOfWait(at(0), 48 * hourMs, [away(50, 90), away(-20, -1)])).toEqual(at(48));
  expect(endOfWait(at(0), 48 * hourMs, [away(60, 70), away(-5, 12), away(20, 20)])).toEqual(at(60));
  expect(endOfWait(at(0), 48 * hourMs, [away(59, 70), away(-5, 12)])).toEqual(at(71));
});

test('the time that is not paused between the two ends is the time to answer, over random vacations', () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), { maxLength: 6 });
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 72 }), (gaps, waits) => {
      let hour = -30;
      const pauses = gaps.map(([before, lasts]) => {
        hour += before + lasts;
        return away(hour - lasts, hour);
      });
      const end = endOfWait(at(0), waits * hourMs, pauses).getTime();
      const paused = pauses.reduce(
        (sum, p) => sum + Math.max(0, Math.min(p.endsAt.getTime(), end) - Math.max(p.startsAt.getTime(), start)),
        0,
      );
      expect(end - start - paused).toBe(waits * hourMs);
    }),
  );
});

test('a vacation that is past, too long, reversed or overlapping is refused at its field; the first day identifies the one to change', () => {
  const now = at(12);
  const plan = (from: number, to: number, current: Period | null = null) =>
    planVacation({ from: at(from), to: at(to) }, current, now);
  expect(plan(0, 48)).toEqual(away(12, 48));
  expect(plan(24, 48)).toEqual(away(24, 48));
  expect(plan(-24, 48)).toEqual({ from: 'This day is in the past. Choose today or a later day.' });
  expect(plan(-48, -24)).toHaveProperty('from');
  expect([plan(24, 24), plan(24, 20), plan(0, 12), plan(0, 6)].map((each) => Object.keys(each))).toEqual(
    Array(4).fill(['to']),
  );
  expect(plan(24, 24 + 90 * 24)).toEqual(away(24, 24 + 90 * 24));
  expect(plan(24, 25 + 90 * 24)).toEqual({ to: 'Choose a return date at most 90 days after the first day.' });
  expect(plan((366 * dayMs) / hourMs + 24, (370 * dayMs) / hourMs)).toHaveProperty('from');
  const planned = away(72, 120);
  expect(plan(80, 200, planned)).toEqual(away(80, 200));
  expect(plan(100, 200, planned)).toEqual({
    from: expect.stringContaining('You already planned a vacation from 4 Jan 2026 to 6 Jan 2026'),
  });
  const running = away(-30, 120);
  expect(plan(-30, 200, running)).toEqual(away(-30, 200));
  expect(plan(12, 200, running)).toEqual({
    from: expect.stringContaining('You’re already away from 30 Dec 2025 to 6 Jan 2026'),
  });
});
