import { plural } from '#kernel/format.ts';
/** The texts on the picture that other sites show beside a link to a member's page. */
export interface ShareWords {
  brand: string;
  /** ASCII letters, digits and underscores: in any font. */
  username: string;
  displayName: string | null;
  rating: number | null;
  ratingCount: number;
  totalSales: number;
  isPremium: boolean;
}

export const sharePictureWidth = 1200;

const font = 'font-family="Inter Variable,Inter,Helvetica,Arial,DejaVu Sans,sans-serif"';
const ink = '#15171f';
const quiet = '#565b68';
const accent = '#2945d3';
const star = 'M0-26 7.6-9 26-7.4 12 4.8 16.4 22.8 0 13.2-16.4 22.8-12 4.8-26-7.4-7.6-9Z';

/** Our mark, as in the header. */
const mark = `<g transform="translate(76 68) scale(2.5)"><rect x="4.2" y="5.6" width="14" height="19.6" rx="2.6" transform="rotate(-12 11 15)" fill="${accent}" opacity=".32"/>
<rect x="10.6" y="4.4" width="14.6" height="20.4" rx="2.8" transform="rotate(8 18 14.5)" fill="${accent}"/>
<path d="M18.6 9.4q0 5.1 5.1 5.1-5.1 0-5.1 5.1 0-5.1-5.1-5.1 5.1 0 5.1-5.1Z" fill="#fff" transform="rotate(8 18 14.5)"/></g>`;

/**
 * A name in characters that the fonts of any server have: fullwidth letters and ligatures as plain ones. Other scripts
 * may be missing, and right-to-left text would be rendered in the wrong order: null.
 */
function drawable(name: string): string | null {
  const plain = name.normalize('NFKC');
  return /^[A-Za-z0-9\u00c0-\u024f\u1e00-\u1eff .,'’&+@_-]+$/u.test(plain) ? plain : null;
}

/** The maximum width of a character in ems: that of the widest font, bold. */
const widthOf = (character: string) => (/[MWmw@&ÆŒæœ]/.test(character) ? 1.05 : /\p{Lu}/u.test(character) ? 0.8 : 0.62);
const emsOf = (text: string) => [...text].reduce((sum, character) => sum + widthOf(character), 0);

/** 1200 × 630, as such pictures are shown. */
export function sharePicture({
  brand,
  username,
  displayName,
  rating,
  ratingCount,
  totalSales,
  isPremium,
}: ShareWords): string {
  const name = (displayName && drawable(displayName)) || username;
  const size = Math.min(104, 1_020 / emsOf(name));
  const sales = totalSales === 0 ? 'Trading cards' : plural(totalSales, { one: '# sale', other: '# sales' });
  const words = (text: string, x: number, y: number, style: string) =>
    `<text x="${x}" y="${y}" ${font} ${style}>${escapeXml(text)}</text>`;
  const ratings = plural(ratingCount, { one: '# rating', other: '# ratings' });
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">',
    '<rect width="1200" height="630" fill="#fbfaf7"/>',
    `<g transform="translate(1010 330) rotate(10)"><rect x="-150" y="-210" width="300" height="420" rx="28" fill="${accent}" opacity=".1"/></g>`,
    `<g transform="translate(1110 380) rotate(24)"><rect x="-150" y="-210" width="300" height="420" rx="28" fill="${accent}" opacity=".14"/></g>`,
    mark,
    words(brand, 164, 121, `font-size="44" font-weight="650" fill="${ink}"`),
    words(name, 80, 330, `font-size="${size.toFixed(1)}" font-weight="700" fill="${ink}"`),
    rating === null
      ? words('No ratings yet', 80, 430, `font-size="46" font-weight="500" fill="${quiet}"`)
      : starsOf(rating),
    rating === null
      ? ''
      : words(
          `${rating.toFixed(rating === 5 ? 1 : 2)} from ${ratings}`,
          430,
          430,
          `font-size="46" font-weight="600" fill="${ink}"`,
        ),
    words(
      [name !== username && `@${username}`, sales, isPremium && 'Premium seller'].filter(Boolean).join(' · '),
      80,
      534,
      `font-size="40" fill="${quiet}"`,
    ),
    `<rect y="614" width="1200" height="16" fill="${accent}"/>`,
    '</svg>',
  ].join('');
}

/** Five stars, filled to the tenth. */
function starsOf(rating: number): string {
  const row = [0, 1, 2, 3, 4].map((at) => `<path d="${star}" transform="translate(${106 + at * 64} 414)"/>`).join('');
  const width = (rating / 5) * 316;
  return `<clipPath id="r"><rect x="78" y="370" width="${width.toFixed(1)}" height="80"/></clipPath><g fill="#d8d9de">${row}</g><g fill="${accent}" clip-path="url(#r)">${row}</g>`;
}

function escapeXml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
