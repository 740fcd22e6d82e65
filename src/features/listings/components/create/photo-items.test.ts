import { expect, test } from 'vitest';
import { moved, problemOf, takeFiles } from './photo-items.ts';

test('[LI-11] a file that cannot be a photo is named before it is sent', () => {
  expect(problemOf({ name: 'card.svg', type: 'image/svg+xml', size: 10 })).toBe('“card.svg” is not a photo that we can read. Use JPEG, PNG or WebP.');
  expect(problemOf({ name: 'card.jpg', type: 'image/jpeg', size: 16 * 1024 * 1024 })).toBe('“card.jpg” is larger than 15 MB. Make it smaller.');
  expect(problemOf({ name: 'card.webp', type: 'image/webp', size: 10 })).toBeNull();
});

test('[LI-11] twelve photos and no more', () => {
  const files = Array.from({ length: 4 }, (_, i) => new File(['x'], `${i}.png`, { type: 'image/png' }));
  const { items, problems } = takeFiles(files, 10, () => 'blob:x');
  expect(items).toHaveLength(2);
  expect(problems).toEqual(['“2.png” was left out: a listing has at most 12 photos.', '“3.png” was left out: a listing has at most 12 photos.']);
});

test('moving keeps everything and stays inside', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
});
