import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '#kernel/time.ts';
import { chooseAd } from './choose.rules.ts';

const start = new Date('2026-05-01T00:00:00Z');
const at = (ms: number) => new Date(start.getTime() + ms);
const ad = (name: string, weight: number, from = at(0), to = at(10_000 * minuteMs)) => ({
  name,
  weight,
  startsAt: from,
  endsAt: to,
});

test('over the minutes each ad appears by its weight', () => {
  const ads = [ad('one', 1), ad('six', 6), ad('three', 3)];
  const seen: Record<string, number> = {};
  for (let minute = 0; minute < 10_000; minute++) {
    const name = chooseAd(ads, '/browse', at(minute * minuteMs))?.name ?? 'none';
    seen[name] = (seen[name] ?? 0) + 1;
  }
  const share = (name: string) => Math.round((seen[name] ?? 0) / 100);
  expect(Object.keys(seen).sort()).toEqual(['one', 'six', 'three']);
  for (const [name, percent] of [
    ['one', 10],
    ['six', 60],
    ['three', 30],
  ] as const)
    expect(Math.abs(share(name) - percent), name).toBeLessThanOrEqual(2);
});

test('one minute shows one ad in a place, to all viewers; places are independent', () => {
  const ads = [ad('one', 1), ad('two', 1)];
  const shows = (place: string) =>
    Array.from({ length: 64 }, (_, minute) => chooseAd(ads, place, at(minute * minuteMs))?.name);
  for (let second = 0; second < 60; second++)
    expect(chooseAd(ads, '/browse', at(second * 1_000))).toBe(chooseAd(ads, '/browse', at(0)));
  expect(shows('/browse')).not.toEqual(shows('/wanted'));
});

test('it runs from its start until just before its end, and nothing is shown while none runs', () => {
  const ads = [ad('one', 1, at(hourMs), at(2 * hourMs))];
  const shown = [hourMs - 1, hourMs, 2 * hourMs - 1, 2 * hourMs].map(
    (ms) => chooseAd(ads, '/browse', at(ms))?.name ?? null,
  );
  expect(shown).toEqual([null, 'one', 'one', null]);
  expect(chooseAd([], '/browse', at(0))).toBeNull();
});
