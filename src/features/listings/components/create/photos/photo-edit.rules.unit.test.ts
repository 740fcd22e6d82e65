import { expect, test } from 'vitest';
import { asItIs, isChanged, partOf, sides, turned, withCut } from './photo-edit.rules.ts';

const photo = { width: 600, height: 800 };

test('rotating a photo rotates its crop, and four quarter turns are the identity', () => {
  const cut = withCut(withCut(asItIs, 'left', 0.5), 'top', 0.25);
  expect(partOf(cut, photo)).toEqual({ x: 300, y: 200, width: 300, height: 600, scale: 1 });
  // The lower right corner is the lower left one after a quarter to the right.
  expect(partOf(turned(cut), photo)).toEqual({ x: 0, y: 300, width: 600, height: 300, scale: 1 });
  expect(turned(turned(turned(turned(cut))))).toEqual(cut);
  expect([isChanged(asItIs), isChanged(turned(asItIs)), isChanged(cut)]).toEqual([false, true, true]);
});

test('something always stays, whatever is cut off', () => {
  const all = sides.reduce((edit, side) => withCut(edit, side, 1), asItIs);
  const part = partOf(all, photo);
  expect([part.width, part.height]).toEqual([60, 80]);
  expect(withCut(asItIs, 'right', -1)).toEqual(asItIs);
  expect(partOf(asItIs, { width: 8_000, height: 2_000 }).scale).toBe(0.5);
});
