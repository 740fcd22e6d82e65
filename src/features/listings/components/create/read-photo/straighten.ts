import type { Grey } from './picture.ts';

export interface Point {
  x: number;
  y: number;
}

/** Corners from the upper left one on, clockwise. */
export type Corners = readonly [Point, Point, Point, Point];

/** Where each point of the unit square lies in a picture that shows it with these corners. */
export function perspective([a, b, c, d]: Corners): (u: number, v: number) => Point {
  const [dx1, dx2, sx] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x];
  const [dy1, dy2, sy] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / whole;
  const h = (dx1 * sy - sx * dy1) / whole;
  const [m, n] = [b.x - a.x + g * b.x, d.x - a.x + h * d.x];
  const [p, q] = [b.y - a.y + g * b.y, d.y - a.y + h * d.y];
  return (u, v) => {
    const far = g * u + h * v + 1;
    return { x: (m * u + n * v + a.x) / far, y: (p * u + q * v + a.y) / far };
  };
}

/** A part of a card by shares of its height, and how many points it becomes. */
export interface Part {
  from: number;
  to: number;
  width: number;
  height: number;
}

/** A part of what lies between the corners, as if seen from straight above. */
export function straighten(picture: Grey, corners: Corners, { from, to, width, height }: Part): Grey {
  const place = perspective(corners);
  const points = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const v = from + ((y + 0.5) / height) * (to - from);
    for (let x = 0; x < width; x++) {
      const { x: fromX, y: fromY } = place((x + 0.5) / width, v);
      points[y * width + x] = between(picture, fromX - 0.5, fromY - 0.5);
    }
  }
  return { width, height, points };
}

/** The grey between four points. */
function between({ width, height, points }: Grey, x: number, y: number): number {
  const [left, top] = [
    Math.max(0, Math.min(width - 2, Math.floor(x))),
    Math.max(0, Math.min(height - 2, Math.floor(y))),
  ];
  const [right, down] = [Math.max(0, Math.min(1, x - left)), Math.max(0, Math.min(1, y - top))];
  const at = top * width + left;
  const upper = (points[at] ?? 0) * (1 - right) + (points[at + 1] ?? 0) * right;
  const lower = (points[at + width] ?? 0) * (1 - right) + (points[at + width + 1] ?? 0) * right;
  return upper * (1 - down) + lower * down;
}
