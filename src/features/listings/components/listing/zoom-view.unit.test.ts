import { expect, test } from 'vitest';
import { atRest, grow, maxScale, within } from './zoom-view.ts';

const stage = { width: 1000, height: 800 };

test('the point under the finger stays under it', () => {
  const at = { x: 700, y: 300 };
  const view = grow(atRest, 2, at, stage);
  // A point of the photo is rendered at middle + shift + scale × its distance from the middle.
  const drawn = { x: 500 + view.x + view.scale * 200, y: 400 + view.y + view.scale * -100 };
  expect(drawn).toEqual(at);
});

test('never further away than whole, never closer than the limit', () => {
  expect(grow(atRest, 0.2, { x: 10, y: 10 }, stage)).toEqual(atRest);
  expect(grow(atRest, 100, { x: 500, y: 400 }, stage).scale).toBe(maxScale);
});

test('a photo cannot be pushed out of sight, and is back in its place when whole', () => {
  expect(within({ scale: 2, x: 9000, y: -9000 }, stage)).toEqual({ scale: 2, x: 500, y: -400 });
  expect(within({ scale: 1, x: 40, y: 40 }, stage)).toEqual(atRest);
});
