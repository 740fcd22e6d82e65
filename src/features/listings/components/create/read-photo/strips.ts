import { findCard } from './find-card.ts';
import { type Coloured, evenLight, type Grey, greyOf, stripOf } from './picture.ts';
import { type Corners, straighten } from './straighten.ts';

/** Longer sides in points: of the photo that is straightened, and of the small one in which the card is sought. */
export const photoSide = 2_000;
export const searchSide = 320;

const [cardWidth, cardHeight] = [1_008, 1_408];
const whole: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** Where names and numbers are printed, as shares of the card's height: above, between, and below. */
export const strips = { title: [0.015, 0.15], foot: [0.87, 0.995], middle: [0.48, 0.78] } as const;
export type StripName = keyof typeof strips;

/** The card of a photo, seen from straight above under an even light, cut into the strips that are read. */
export function stripsOf(photo: Coloured, small: Coloured): { strips: Record<StripName, Grey>; isFound: boolean } {
  const found = findCard(small);
  const corners = (found ?? whole).map(({ x, y }) => ({ x: x * photo.width, y: y * photo.height })) as unknown as Corners;
  const card = straighten(greyOf(photo), corners, cardWidth, cardHeight);
  const cut = (name: StripName) => evenLight(stripOf(card, ...strips[name]), 40);
  return { strips: { title: cut('title'), foot: cut('foot'), middle: cut('middle') }, isFound: found !== null };
}
