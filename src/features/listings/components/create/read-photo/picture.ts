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
    grey[at] = (0.299 * (points[at * 4] ?? 0) + 0.587 * (points[at * 4 + 1] ?? 0) + 0.114 * (points[at * 4 + 2] ?? 0)) | 0;
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

/** Evens out light: each point against the mean and the spread of what lies within `radius` of it. A shine that covers half a card goes with it. */
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

/** Rows above and below that say with each other whether their print is dark or light: a line of small print and its margins. */
const rowsTogether = 14;
/** How lopsided the greys of rows must be, in cubes of their spread, before their print counts as light. */
const lightPrint = 0.5;

/**
 * Print that is lighter than its ground made darker than it, row by row: a reader takes lines of both sorts in one picture for noise. Print covers less than its ground does, so
 * the few greys that lie far from the mean are the print's.
 */
export function darkPrint({ width, height, points }: Grey): Grey {
  const moments = Array.from({ length: height }, (_, y) => momentsOf(points.subarray(y * width, (y + 1) * width)));
  const same = new Uint8Array(points);
  for (let y = 0; y < height; y++) {
    const near = moments.slice(Math.max(0, y - rowsTogether), y + rowsTogether + 1);
    const mean = near.reduce((sum, one) => sum + one.mean, 0) / near.length;
    const [square, cube] = near.reduce(([two, three], one) => addAround(one, mean, two, three), [0, 0] as [number, number]);
    if (square === 0 || cube / near.length / (square / near.length) ** 1.5 < lightPrint) continue;
    for (let at = y * width; at < (y + 1) * width; at++) same[at] = Math.max(0, Math.min(255, 2 * mean - (points[at] ?? 0)));
  }
  return { width, height, points: same };
}

interface Moments {
  mean: number;
  /** Mean square and cube of what lies off the mean. */
  two: number;
  three: number;
}

function momentsOf(row: Uint8Array): Moments {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  let [two, three] = [0, 0];
  for (const value of row) {
    const off = value - mean;
    two += off * off;
    three += off ** 3;
  }
  return { mean, two: two / row.length, three: three / row.length };
}

/** A row's moments around the mean of several rows. */
function addAround({ mean, two, three }: Moments, around: number, twos: number, threes: number): [number, number] {
  const off = mean - around;
  return [twos + two + off * off, threes + three + 3 * off * two + off ** 3];
}
