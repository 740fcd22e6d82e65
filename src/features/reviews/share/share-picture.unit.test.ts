import { expect, test } from 'vitest';
import { sharePictureOf } from '../words.ts';
import { sharePicture } from './share-picture.ts';

const words = {
  brand: 'Cards & <Co>',
  username: 'mara_sells',
  displayName: null,
  rating: 4.6,
  ratingCount: 12,
  totalSales: 1_234,
  isPremium: false,
};
const said = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

test('the picture for links says name, rating, how many rated and sales; its URL contains what it says', () => {
  expect(said(sharePicture(words))).toEqual([
    'Cards &amp; &lt;Co&gt;',
    'mara_sells',
    '4.60 from 12 ratings',
    '1,234 sales',
  ]);
  const fresh = { ...words, rating: null, ratingCount: 0, totalSales: 0, isPremium: true };
  expect(said(sharePicture(fresh)).slice(2)).toEqual(['No ratings yet', 'Trading cards · Premium seller']);
  // The display name, beside the username in the URL; names in scripts that a server may lack are left out.
  expect(said(sharePicture({ ...words, displayName: 'Zoë’s Cards & Co' })).slice(1)).toEqual([
    'Zoë’s Cards &amp; Co',
    '4.60 from 12 ratings',
    '@mara_sells · 1,234 sales',
  ]);
  // Characters of another width are replaced by the ones that are measured.
  expect(said(sharePicture({ ...words, displayName: 'Ｍａｒａ １ ﬁne Ǆ' }))[1]).toBe('Mara 1 fine DŽ');
  for (const displayName of ['カード屋', 'متجر', 'Mara 🎴', 'Mara ٣', 'ꟼ Cards'])
    expect(said(sharePicture({ ...words, displayName }))[1]).toBe('mara_sells');
  // Whatever its length, a name stays inside.
  const size = (username: string) =>
    Number(/font-size="([\d.]+)" font-weight="700"/.exec(sharePicture({ ...words, username }))?.[1]);
  expect([
    size('abc'),
    size('w'.repeat(30)) * 1.05 * 30 <= 1_021,
    size('CARDS_OF_THE_WEST_AND_THE_EAST') <= 1_021 / (0.75 * 30),
  ]).toEqual([104, true, true]);
  expect(sharePictureOf({ id: 'u1', ...words })).toBe('/og/members/u1.webp?says=4.6-12-1234');
  expect(sharePictureOf({ id: 'u1', ...fresh })).toBe('/og/members/u1.webp?says=new-0-0');
});
