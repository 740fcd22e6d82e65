import { expect, test } from 'vitest';
import { findCard } from './find-card.ts';
import { type Coloured, evenLight, greyOf } from './picture.ts';
import { type Corners, perspective, straighten } from './straighten.ts';
import { stripsOf } from './strips.ts';

const [width, height] = [240, 320];
const corners: Corners = [
  { x: 52, y: 40 },
  { x: 190, y: 62 },
  { x: 178, y: 270 },
  { x: 40, y: 240 },
];

/** A card with these corners on a table that the light falls on from one side. */
function photoOf(card: Corners | null): Coloured {
  const points = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    const light = Math.round((at % width) / 1.6);
    points.set([90 + light, 70 + light, 50 + light, 255], at * 4);
  }
  if (!card) return { width, height, points };
  const place = perspective(card);
  for (let u = 0; u < 1; u += 1 / 330) {
    for (let v = 0; v < 1; v += 1 / 480) {
      const { x, y } = place(u, v);
      // A dark frame, light inside, with a black bar in the position of a name.
      const isFrame = Math.min(u, v, 1 - u, 1 - v) < 0.04;
      const shade = isFrame ? 20 : v > 0.05 && v < 0.1 && u < 0.5 ? 0 : 235;
      points.set([shade, shade, shade, 255], (Math.floor(y) * width + Math.floor(x)) * 4);
    }
  }
  return { width, height, points };
}

test('a card at an angle is found on a table that the light falls on from one side', () => {
  const found = findCard(photoOf(corners));
  expect(found).not.toBeNull();
  for (const [at, corner] of corners.entries()) {
    expect(Math.abs((found?.[at]?.x ?? 0) * width - corner.x)).toBeLessThan(4);
    expect(Math.abs((found?.[at]?.y ?? 0) * height - corner.y)).toBeLessThan(4);
  }
});

test('an empty table shows no card, and a photo without one is read as a whole', () => {
  expect(findCard(photoOf(null))).toBeNull();
  const far = corners.map(({ x, y }) => ({ x: 100 + x / 5, y: 100 + y / 5 })) as unknown as Corners;
  expect(findCard(photoOf(far))).toBeNull();
  expect(stripsOf(photoOf(null), photoOf(null)).isFound).toBe(false);
});

test('a card is straightened: its bar lies where it was printed', () => {
  const grey = greyOf(photoOf(corners));
  const strip = straighten(grey, corners, { from: 0.05, to: 0.1, width: 200, height: 14 });
  const at = (x: number) => strip.points[7 * 200 + x] ?? 0;
  expect(at(50)).toBeLessThan(40);
  expect(at(150)).toBeGreaterThan(200);
});

test('the corners of the unit square are the corners of the card', () => {
  const place = perspective(corners);
  for (const [at, [u, v]] of [[0, 0] as const, [1, 0] as const, [1, 1] as const, [0, 1] as const].entries()) {
    expect(place(u, v).x).toBeCloseTo(corners[at]?.x ?? 0, 6);
    expect(place(u, v).y).toBeCloseTo(corners[at]?.y ?? 0, 6);
  }
});

test('under a reflection print stays darker than its paper, and flat paper stays flat', () => {
  const size = 120;
  const points = new Uint8Array(size * size).map((_, at) => {
    const [x, y] = [at % size, Math.floor(at / size)];
    const shine = Math.max(0, 120 - 2 * Math.hypot(x - 60, y - 60));
    const isPrint = x % 12 < 3 && y > 20 && y < 100;
    return Math.min(255, (isPrint ? 60 : 110) + shine);
  });
  const even = evenLight({ width: size, height: size, points }, 12);
  const at = (x: number, y: number) => even.points[y * size + x] ?? 0;
  for (const y of [30, 60, 90]) expect(at(54, y) - at(49, y)).toBeGreaterThan(60);
  const flat = evenLight({ width: 40, height: 40, points: new Uint8Array(1_600).map((_, i) => 128 + (i % 3)) }, 8);
  expect(Math.max(...flat.points) - Math.min(...flat.points)).toBeLessThan(12);
});
