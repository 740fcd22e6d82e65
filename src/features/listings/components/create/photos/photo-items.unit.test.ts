import { expect, test } from 'vitest';
import { editedItem, moved, problemOf, sentPhoto, takeFiles, takenOff } from './photo-items.ts';

test('[LI-11] a file that cannot be a photo is named before it is sent', () => {
  expect(problemOf({ name: 'card.svg', type: 'image/svg+xml', size: 10 })).toBe(
    '“card.svg” isn’t a supported photo. Use JPEG, PNG or WebP.',
  );
  expect(problemOf({ name: 'card.jpg', type: 'image/jpeg', size: 16 * 1024 * 1024 })).toBe(
    '“card.jpg” is larger than 15 MB. Use a smaller file.',
  );
  expect(problemOf({ name: 'card.webp', type: 'image/webp', size: 10 })).toBeNull();
});

test('[LI-11] twelve photos and no more', () => {
  const files = Array.from({ length: 4 }, (_, i) => new File(['x'], `${i}.png`, { type: 'image/png' }));
  const { items, problems } = takeFiles(files, 10, () => 'blob:x');
  expect(items).toHaveLength(2);
  expect(problems).toEqual([
    '“2.png” wasn’t added. The limit is 12 photos per listing.',
    '“3.png” wasn’t added. The limit is 12 photos per listing.',
  ]);
});

test('moving loses no item and stays inside', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b']);
});

test('an edited stored photo is uploaded again in its position, and its original is left to delete', () => {
  const file = new File(['x'], 'front.png', { type: 'image/png' });
  const [first, second] = takeFiles([file, file], 0, () => 'blob:x').items.map((item, at) => ({
    ...item,
    photoId: `p${at}`,
    state: 'stored' as const,
  }));
  if (!first || !second) throw new Error('two files are two items');
  const changed = editedItem(first, new File(['y'], 'front.jpg', { type: 'image/jpeg' }), 'blob:y');
  expect(changed).toMatchObject({
    key: first.key,
    whole: 'blob:y',
    preview: 'blob:y',
    name: 'front.jpg',
    photoId: null,
    state: 'waiting',
  });
  expect(takenOff([first, second], [changed, second])).toEqual(['p0']);
  expect(takenOff([first, second], [second, first])).toEqual([]);
  // Another tab sent p2: the last one is this tab's, and p2 is left alone.
  expect(sentPhoto([{ id: 'p0' }, { id: 'p2' }, { id: 'p3' }], new Set(['p0']))).toBe('p3');
});
