import { findCard } from './find-card.ts';
import { type Coloured, evenLight, type Grey, greyOf } from './picture.ts';
import { type Corners, straighten } from './straighten.ts';

/** Longer sides in pixels: of the photo that is straightened, and of the small one in which the card is detected. */
export const photoSide = 2_000;
export const searchSide = 320;

const whole: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/**
 * Where names and numbers are printed, as shares of the card's height, and how many points wide that becomes: small
 * print needs more.
 */
export const strips = {
  title: { from: 0.02, to: 0.125, width: 900 },
  foot: { from: 0.88, to: 0.99, width: 1_400 },
  middle: { from: 0.51, to: 0.78, width: 1_000 },
} as const;
export type StripName = keyof typeof strips;
const heightOfWidth = 88 / 63;

/** The card of a photo, seen from straight above under an even light: a strip at a time, as they are needed. */
export function stripsOf(photo: Coloured, small: Coloured): { strip(name: StripName): Grey; isFound: boolean } {
  const found = findCard(small);
  const corners = (found ?? whole).map(({ x, y }) => ({
    x: x * photo.width,
    y: y * photo.height,
  })) as unknown as Corners;
  const grey = greyOf(photo);
  return {
    isFound: found !== null,
    strip(name) {
      const { from, to, width } = strips[name];
      const height = Math.round((to - from) * width * heightOfWidth);
      return evenLight(straighten(grey, corners, { from, to, width, height }), Math.round(width / 25));
    },
  };
}
