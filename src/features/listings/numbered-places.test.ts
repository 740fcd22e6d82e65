import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { NumberedPlaces } from './numbered-places.ts';

test('[10-2] places are found by their numbers as in a Map, while pages fill, empty and fill again', () => {
  const places = new NumberedPlaces();
  const model = new Map<number, number>();
  const reached = 3 * 4_096 + 100;
  const set = (n: number, place: number) => {
    places.set(n, place);
    if (place === -1) model.delete(n);
    else model.set(n, place);
  };
  const wrong = () => Array.from({ length: reached + 5_000 }, (_, n) => n).filter((n) => places.get(n) !== (model.get(n) ?? -1));
  for (let n = 1; n <= reached; n++) set(n, n - 1);
  expect(wrong()).toEqual([]);
  for (let n = 1; n <= reached; n++) if (n % 40 !== 0) set(n, -1);
  expect([wrong(), model.size]).toEqual([[], Math.floor(reached / 40)]);
  // Of other places, as what is left moves into gaps, and forgotten twice.
  for (let n = reached; n > 0; n -= 3) set(n, n % 9 === 0 ? -1 : reached - n);
  expect(wrong()).toEqual([]);
  for (let n = 1; n <= reached; n++) set(n, -1);
  expect([wrong(), model.size]).toEqual([[], 0]);
});

test('[10-2] numbers that lie far apart take no more than 32 bytes each', () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // The second finishes what the first has begun to give back.
  const bytes = () => [collect(), collect(), process.memoryUsage().arrayBuffers].at(-1) as number;
  const reached = 1_000_000;
  const before = bytes();
  const places = new NumberedPlaces();
  for (let n = 1; n <= reached; n++) places.set(n, n - 1);
  // Told again, as a listing moves, none of them is counted twice.
  for (let n = 1; n <= reached; n++) places.set(n, n - 1);
  const whole = bytes() - before;
  for (let n = 1; n <= reached; n++) if (n % 40 !== 0) places.set(n, -1);
  const sold = bytes() - before;
  // As a start reads them.
  const anew = new NumberedPlaces();
  for (let n = 40; n <= reached; n += 40) anew.set(n, places.get(n));
  const read = bytes() - before - sold;
  expect(whole / reached).toBeLessThan(4.2);
  expect(sold / (reached / 40)).toBeLessThan(32);
  expect(read / (reached / 40)).toBeLessThan(32);
  expect([places.get(reached), anew.get(40), anew.get(41)]).toEqual([reached - 1, 39, -1]);
});
