/** A picture in grey, a byte for each of its points, row by row. */
export interface Grey {
  width: number;
  height: number;
  points: Uint8Array;
}

/** A picture as a canvas hands it out: four bytes for each of its points. */
export interface Coloured {
  width: number;
  height: number;
  points: Uint8ClampedArray | Uint8Array;
}

export function greyOf({ width, height, points }: Coloured): Grey {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at++) {
    grey[at] =
      (0.299 * (points[at * 4] ?? 0) + 0.587 * (points[at * 4 + 1] ?? 0) + 0.114 * (points[at * 4 + 2] ?? 0)) | 0;
  }
  return { width, height, points: grey };
}

/** Sums of all points above and left of each, and of their squares: the mean of any window in four look-ups. */
function sumsOf({ width, height, points }: Grey): [Float64Array, Float64Array] {
  const row = width + 1;
  const sums = new Float64Array(row * (height + 1));
  const squares = new Float64Array(row * (height + 1));
  for (let y = 0; y < height; y++) {
    let [sum, square] = [0, 0];
    for (let x = 0; x < width; x++) {
      const value = points[y * width + x] ?? 0;
      sum += value;
      square += value * value;
      const at = (y + 1) * row + x + 1;
      sums[at] = (sums[at - row] ?? 0) + sum;
      squares[at] = (squares[at - row] ?? 0) + square;
    }
  }
  return [sums, squares];
}

/** What varies less is noise, and stays faint. */
const leastSpread = 22;

/**
 * Evens out light: each point against the mean and the spread of what lies within `radius` of it. A shine that covers
 * half a card goes with it.
 */
export function evenLight(picture: Grey, radius: number): Grey {
  const { width, height, points } = picture;
  const [sums, squares] = sumsOf(picture);
  const row = width + 1;
  const even = new Uint8Array(points.length);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - radius) * row, Math.min(height, y + radius + 1) * row];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const count = ((bottom - top) / row) * (right - left);
      const within = (of: Float64Array) =>
        ((of[bottom + right] ?? 0) - (of[top + right] ?? 0) - (of[bottom + left] ?? 0) + (of[top + left] ?? 0)) / count;
      const mean = within(sums);
      const spread = Math.sqrt(Math.max(0, within(squares) - mean * mean));
      const value = 150 + (((points[y * width + x] ?? 0) - mean) * 70) / Math.max(spread, leastSpread);
      even[y * width + x] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return { width, height, points: even };
}
