export interface Crop {
  /** The middle of the square, in pixels of the photo. */
  cx: number;
  cy: number;
  /** 1: the largest square that fits. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const mostZoom = 4;

export function middleOf({ width, height }: Size): Crop {
  return { cx: width / 2, cy: height / 2, zoom: 1 };
}

/** The cropped square, in whole pixels and always inside the photo. */
export function squareOf({ cx, cy, zoom }: Crop, { width, height }: Size): { x: number; y: number; size: number } {
  const size = Math.max(1, Math.floor(Math.min(width, height) / Math.min(mostZoom, Math.max(1, zoom))));
  const within = (middle: number, end: number) => Math.round(Math.min(Math.max(0, middle - size / 2), end - size));
  return { x: within(cx, width), y: within(cy, height), size };
}

/** Moves the square by this share of its own size, up to the photo's edge. */
export function moved(crop: Crop, size: Size, right: number, down: number): Crop {
  const square = squareOf(crop, size);
  const half = square.size / 2;
  const clamp = (middle: number, end: number) => Math.min(Math.max(half, middle), end - half);
  return {
    ...crop,
    cx: clamp(crop.cx + right * square.size, size.width),
    cy: clamp(crop.cy + down * square.size, size.height),
  };
}

export function zoomed(crop: Crop, size: Size, zoom: number): Crop {
  return moved({ ...crop, zoom: Math.min(mostZoom, Math.max(1, zoom)) }, size, 0, 0);
}
