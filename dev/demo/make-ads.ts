import { createAd, drawAdPicture } from '#features/ads/index.server.ts';
import { addMs, dayMs } from '#kernel/time.ts';
import { before, type Chapter, memberOf } from './chapter.ts';

const drawn = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="384" height="384" viewBox="0 0 96 96">${inside}</svg>`;

const cards = drawn(
  `<rect width="96" height="96" fill="#e6efe9"/>${[-16, 0, 16]
    .map(
      (turn, n) =>
        `<g transform="rotate(${turn} 48 84)"><rect x="31" y="20" width="34" height="48" rx="4" fill="${['#9db8ad', '#5f8f7d', '#1f6b52'][n]}"/><rect x="35" y="25" width="26" height="20" rx="2" fill="#f4f8f5"/></g>`,
    )
    .join('')}`,
);
const sleeves = drawn(
  '<rect width="96" height="96" fill="#f3ece0"/><rect x="27" y="16" width="42" height="64" rx="5" fill="#c98b2b"/><rect x="32" y="22" width="32" height="46" rx="3" fill="#fbf7ef"/><path d="M27 74h42" stroke="#8a5a12" stroke-width="3"/>',
);

const ads = [
  {
    text: 'Looking for a card? Create a wanted post, and sellers can offer theirs.',
    link: '/wanted',
    weight: 2,
    svg: cards,
  },
  {
    text: 'Premium for shops: import listings, edit prices in bulk, and view a year of prices.',
    link: '/premium',
    weight: 3,
    svg: sleeves,
  },
] as const;

/** Two ads of the market for itself, written by its operator and drawn here. */
export const adsChapter: Chapter = {
  name: 'ads',
  async make(demo) {
    const by = memberOf(demo, 'admin@example.test').id;
    for (const { svg, ...words } of ads) {
      const id = await createAd(demo.platform, by, {
        ...words,
        from: before(demo, dayMs),
        to: addMs(demo.now, 365 * dayMs),
      });
      await drawAdPicture(demo.platform, by, id, svg);
    }
  },
};
