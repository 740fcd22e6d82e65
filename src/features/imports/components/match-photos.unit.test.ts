import { expect, test } from 'vitest';
import { matchPhotos } from './match-photos.ts';

const drafts = [3, 7, 12].map((row) => ({ row, listingId: `l${row}`, title: `Card ${row}` }));
const pairs = (names: string[]) => {
  const { by, matches, left } = matchPhotos(names, drafts);
  return { by, rows: matches.map(({ draft, fileName }) => [draft.row, fileName]), left };
};

test('photos are assigned to the drafts whose rows their names end in', () => {
  expect(pairs(['row 12.jpg', '003.png', 'charizard_7.jpeg'])).toEqual({
    by: 'number',
    rows: [
      [12, 'row 12.jpg'],
      [3, '003.png'],
      [7, 'charizard_7.jpeg'],
    ],
    left: [],
  });
  // Photos of the whole file: those of rows without a draft are left over, and no card gets another one's photo.
  expect(pairs(['row 2.jpg', 'row 3.jpg', 'row 7.jpg', 'row 11.jpg', 'row 12.jpg'])).toEqual({
    by: 'number',
    rows: [
      [3, 'row 3.jpg'],
      [7, 'row 7.jpg'],
      [12, 'row 12.jpg'],
    ],
    left: ['row 2.jpg', 'row 11.jpg'],
  });
});

test('photos with other names are assigned in order, and those beyond the last draft to none', () => {
  expect(pairs(['IMG_10.jpg', 'IMG_2.jpg', 'IMG_9.jpg', 'IMG_11.jpg'])).toEqual({
    by: 'order',
    rows: [
      [3, 'IMG_2.jpg'],
      [7, 'IMG_9.jpg'],
      [12, 'IMG_10.jpg'],
    ],
    left: ['IMG_11.jpg'],
  });
  // Two photos of one row are no numbering.
  expect(pairs(['front 3.jpg', 'back 3.jpg']).by).toBe('order');
});
