export const sides = ['left', 'top', 'right', 'bottom'] as const;
export type Side = (typeof sides)[number];

/** What is to be done to a photo: quarter turns to the right, then this share of the turned photo cut off each side. */
export interface PhotoEdit {
  turns: 0 | 1 | 2 | 3;
  cut: Record<Side, number>;
}

export interface Size {
  width: number;
  height: number;
}

/** What stays is at least a tenth each way, so that there is always a photo left. */
const leastLeft = 0.1;

export const asItIs: PhotoEdit = { turns: 0, cut: { left: 0, top: 0, right: 0, bottom: 0 } };

export const isChanged = ({ turns, cut }: PhotoEdit): boolean => turns !== 0 || sides.some((side) => cut[side] > 0);

/** A quarter to the right: what was cut off stays cut off. */
export function turned({ turns, cut: { left, top, right, bottom } }: PhotoEdit): PhotoEdit {
  return {
    turns: ((turns + 1) % 4) as PhotoEdit['turns'],
    cut: { left: bottom, top: left, right: top, bottom: right },
  };
}

const across: Record<Side, Side> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' };

/** Cuts this share off a side, as far as the opposite cut allows. */
export function withCut({ turns, cut }: PhotoEdit, side: Side, share: number): PhotoEdit {
  const most = 1 - leastLeft - cut[across[side]];
  return { turns, cut: { ...cut, [side]: Math.min(most, Math.max(0, share)) } };
}

export function sizeOf({ turns }: Pick<PhotoEdit, 'turns'>, { width, height }: Size): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Phones refuse larger canvases; the server stores photos of at most 2,000 pixels across. */
const longestSide = 4_000;

/** The part that stays, in whole pixels of the turned photo, and by how much it is made smaller. */
export function partOf(edit: PhotoEdit, photo: Size): Size & { x: number; y: number; scale: number } {
  const whole = sizeOf(edit, photo);
  const x = Math.round(edit.cut.left * whole.width);
  const y = Math.round(edit.cut.top * whole.height);
  const width = Math.max(1, Math.round((1 - edit.cut.right) * whole.width) - x);
  const height = Math.max(1, Math.round((1 - edit.cut.bottom) * whole.height) - y);
  return { x, y, width, height, scale: Math.min(1, longestSide / Math.max(width, height)) };
}
