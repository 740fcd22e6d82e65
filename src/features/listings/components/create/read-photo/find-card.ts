import type { Coloured } from './picture.ts';
import type { Corners, Point } from './straighten.ts';

/** How much of a photo a card covers at least and at most, and of what its four sides enclose. */
const [leastShare, mostShare, leastFilled] = [0.12, 0.97, 0.86];

/**
 * The corners of the card in a small photo, as shares of width and height; null where no shape is distinct from the
 * background.
 */
export function findCard(photo: Coloured): Corners | null {
  const shape = largestShape(standsOut(photo), photo.width);
  const all = photo.width * photo.height;
  if (shape.length < leastShare * all || shape.length > mostShare * all) return null;
  const points = shape.map((at) => ({ x: at % photo.width, y: Math.floor(at / photo.width) }));
  const corners = cornersOf(points);
  if (!corners) return null;
  const filled = shape.length / areaOf(corners);
  const [wide, high] = [
    (far(corners[0], corners[1]) + far(corners[3], corners[2])) / 2,
    (far(corners[0], corners[3]) + far(corners[1], corners[2])) / 2,
  ];
  if (filled < leastFilled || filled > 1.1 || wide / high < 0.5 || wide / high > 1) return null;
  return corners.map(({ x, y }) => ({ x: (x + 0.5) / photo.width, y: (y + 0.5) / photo.height })) as unknown as Corners;
}

/**
 * Which points differ in colour from what the photo's edge shows of what lies around: a colour that may grow lighter to
 * one side.
 */
function standsOut(photo: Coloured): Uint8Array {
  const { width, height, points } = photo;
  const edge: number[] = [];
  for (let x = 0; x < width; x++) edge.push(x, (height - 1) * width + x, width + x, (height - 2) * width + x);
  for (let y = 0; y < height; y++) edge.push(y * width, y * width + width - 1, y * width + 1, y * width + width - 2);
  const grounds = [0, 1, 2].map((channel) => groundOf(photo, edge, channel));
  const away = (at: number) =>
    grounds.reduce(
      (sum, ground, channel) =>
        sum + Math.abs((points[at * 4 + channel] ?? 0) - ground(at % width, Math.floor(at / width))),
      0,
    );
  const usual = edge.map(away).sort((a, b) => a - b);
  const limit = Math.max(36, (usual[Math.floor(usual.length * 0.93)] ?? 0) * 1.2);
  const marks = new Uint8Array(width * height);
  for (let at = 0; at < marks.length; at++) marks[at] = away(at) > limit ? 1 : 0;
  return marks;
}

/** One colour of the ground, falling or rising evenly across the photo: from the middles of its four edges. */
function groundOf(
  { width, height, points }: Coloured,
  edge: readonly number[],
  channel: number,
): (x: number, y: number) => number {
  const along = (isThere: (x: number, y: number) => boolean) =>
    middle(edge.filter((at) => isThere(at % width, Math.floor(at / width))).map((at) => points[at * 4 + channel] ?? 0));
  const [left, right] = [along((x) => x < 2), along((x) => x >= width - 2)];
  const [top, bottom] = [along((_, y) => y < 2), along((_, y) => y >= height - 2)];
  const mean = (left + right + top + bottom) / 4;
  return (x, y) => mean + (right - left) * (x / width - 0.5) + (bottom - top) * (y / height - 0.5);
}

/** The largest connected shape with what it encloses. */
function largestShape(marks: Uint8Array, width: number): number[] {
  const seen = new Uint8Array(marks.length);
  let largest: number[] = [];
  for (let start = 0; start < marks.length; start++) {
    if (marks[start] === 0 || seen[start] === 1) continue;
    const shape = spread(start, (at) => marks[at] === 1 && seen[at] === 0, seen, width);
    if (shape.length > largest.length) largest = shape;
  }
  return enclosed(largest, marks.length, width);
}

/** All that cannot be reached from the photo's edge without crossing the shape. */
function enclosed(shape: readonly number[], size: number, width: number): number[] {
  const taken = new Uint8Array(size);
  for (const at of shape) taken[at] = 1;
  const isFree = (at: number) => taken[at] === 0;
  for (let at = 0; at < size; at++) {
    const isEdge = at < width || at >= size - width || at % width === 0 || at % width === width - 1;
    if (isEdge && isFree(at)) spread(at, isFree, taken, width, 2);
  }
  return Array.from(taken.keys()).filter((at) => taken[at] !== 2);
}

function spread(start: number, isPart: (at: number) => boolean, marks: Uint8Array, width: number, mark = 1): number[] {
  const shape = [start];
  marks[start] = mark;
  for (let next = 0; next < shape.length; next++) {
    const at = shape[next] ?? 0;
    const x = at % width;
    for (const to of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
      if (to < 0 || to >= marks.length || !isPart(to)) continue;
      marks[to] = mark;
      shape.push(to);
    }
  }
  return shape;
}

/**
 * Lines along the four sides of a shape, and their intersections. The shape is first rotated to the angle of its
 * smallest bounding box.
 */
function cornersOf(points: readonly Point[]): Corners | null {
  let best = { angle: 0, area: Number.POSITIVE_INFINITY };
  for (let degrees = -44; degrees <= 44; degrees += 2) {
    const angle = (degrees * Math.PI) / 180;
    const turned = points.map((point) => turn(point, angle));
    const [us, vs] = [turned.map(({ x }) => x), turned.map(({ y }) => y)];
    const area = (most(us) - least(us)) * (most(vs) - least(vs));
    if (area < best.area) best = { angle, area };
  }
  const turned = points.map((point) => turn(point, best.angle));
  const top = sideOf(turned, 'x', Math.min);
  const bottom = sideOf(turned, 'x', Math.max);
  const left = sideOf(turned, 'y', Math.min);
  const right = sideOf(turned, 'y', Math.max);
  if (!top || !bottom || !left || !right) return null;
  const cross = (row: Line, column: Line): Point => {
    const y = (row.slope * column.at + row.at) / (1 - row.slope * column.slope);
    return turn({ x: column.slope * y + column.at, y }, -best.angle);
  };
  return [cross(top, left), cross(top, right), cross(bottom, right), cross(bottom, left)];
}

/** What the other axis is at 0, and how much it grows with each step along this one. */
interface Line {
  at: number;
  slope: number;
}

function sideOf(points: readonly Point[], along: 'x' | 'y', outermost: (a: number, b: number) => number): Line | null {
  const across = along === 'x' ? 'y' : 'x';
  const ends = new Map<number, number>();
  for (const point of points) {
    const step = Math.round(point[along]);
    ends.set(step, outermost(ends.get(step) ?? point[across], point[across]));
  }
  const steps = [...ends.keys()].sort((a, b) => a - b);
  // Corners are round.
  const inner = steps
    .slice(Math.floor(steps.length * 0.15), Math.ceil(steps.length * 0.85))
    .map((step) => [step, ends.get(step) ?? 0] as const);
  const first = lineThrough(inner);
  if (!first) return null;
  const off = ([step, value]: readonly [number, number]) => Math.abs(value - first.at - first.slope * step);
  const limit = Math.max(1, middle(inner.map(off)) * 2.5);
  return lineThrough(inner.filter((end) => off(end) <= limit)) ?? first;
}

function lineThrough(ends: readonly (readonly [number, number])[]): Line | null {
  if (ends.length < 8) return null;
  const mean = (at: 0 | 1) => ends.reduce((sum, end) => sum + end[at], 0) / ends.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  let [top, bottom] = [0, 0];
  for (const [x, y] of ends) {
    top += (x - meanX) * (y - meanY);
    bottom += (x - meanX) ** 2;
  }
  return bottom === 0 ? null : { slope: top / bottom, at: meanY - (top / bottom) * meanX };
}

const turn = ({ x, y }: Point, angle: number): Point => ({
  x: x * Math.cos(angle) + y * Math.sin(angle),
  y: y * Math.cos(angle) - x * Math.sin(angle),
});
const far = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function areaOf(corners: Corners): number {
  return (
    Math.abs(
      corners.reduce((sum, { x, y }, at) => {
        const next = corners[(at + 1) % 4] ?? { x, y };
        return sum + x * next.y - next.x * y;
      }, 0),
    ) / 2
  );
}
