import { expect, test } from 'vitest';
import { middleOf, moved, squareOf, zoomed } from './crop.rules.ts';

const wide = { width: 600, height: 400 };

test('[EN-01] the square starts as the largest one in the middle', () => {
  expect(squareOf(middleOf(wide), wide)).toEqual({ x: 100, y: 0, size: 400 });
});

test('[EN-01] it moves up to the edge of the photo', () => {
  const left = moved(middleOf(wide), wide, -9, 0);
  expect(squareOf(left, wide)).toEqual({ x: 0, y: 0, size: 400 });
  expect(squareOf(moved(left, wide, 0.25, 5), wide)).toEqual({ x: 100, y: 0, size: 400 });
});

test('[EN-01] zooming preserves the middle, has a limit, and stays inside the photo', () => {
  const near = zoomed(middleOf(wide), wide, 2);
  expect(squareOf(near, wide)).toEqual({ x: 200, y: 100, size: 200 });
  expect(squareOf(zoomed(near, wide, 99), wide).size).toBe(100);
  const corner = moved(near, wide, 9, 9);
  expect(squareOf(corner, wide)).toEqual({ x: 400, y: 200, size: 200 });
  expect(squareOf(zoomed(corner, wide, 1), wide)).toEqual({ x: 200, y: 0, size: 400 });
});
