import { type Chance, circle, n, path } from './brush.ts';

/** The picture's own measures: what lies inside the frame. */
const width = 590;
const height = 840;

export function stars(chance: Chance, count: number, fill: string, low = 430): string {
  let all = '';
  for (let i = 0; i < count; i++)
    all += circle(
      chance.whole(4, width),
      chance.whole(6, low),
      chance.between(0.8, 2.8),
      fill,
      chance.between(0.35, 0.95),
    );
  return all;
}

/** A four-pointed sparkle. */
export function sparkle(x: number, y: number, size: number, fill: string, opacity = 1): string {
  const thin = size * 0.16;
  return path(
    `M${n(x)} ${n(y - size)}L${n(x + thin)} ${n(y - thin)}L${n(x + size)} ${n(y)}L${n(x + thin)} ${n(y + thin)}L${n(x)} ${n(y + size)}L${n(x - thin)} ${n(y + thin)}L${n(x - size)} ${n(y)}L${n(x - thin)} ${n(y - thin)}Z`,
    fill,
    opacity,
  );
}

/** A jagged ridge across the picture. */
export function ridge(chance: Chance, top: number, depth: number, steps: number, fill: string, opacity = 1): string {
  let d = `M0 ${height}L0 ${n(top + chance.between(0, depth))}`;
  for (let i = 1; i <= steps; i++)
    d += `L${n((i * width) / steps)} ${n(top + (i % 2 ? chance.between(0, depth * 0.45) : chance.between(depth * 0.55, depth)))}`;
  return path(`${d}L${width} ${height}Z`, fill, opacity);
}

/** Soft hills. */
export function hills(chance: Chance, top: number, depth: number, fill: string, opacity = 1): string {
  const steps = 4;
  const step = width / steps;
  let y = top + chance.between(0, depth);
  let d = `M0 ${height}L0 ${n(y)}`;
  for (let i = 0; i < steps; i++) {
    const next = top + chance.between(0, depth);
    d += `C${n((i + 0.5) * step)} ${n(y)} ${n((i + 0.5) * step)} ${n(next)} ${n((i + 1) * step)} ${n(next)}`;
    y = next;
  }
  return path(`${d}L${width} ${height}Z`, fill, opacity);
}

/** Rows of waves, nearer ones larger. */
export function waves(chance: Chance, top: number, fills: readonly [string, string], rows = 6): string {
  let all = '';
  for (let row = 0; row < rows; row++) {
    const y = top + row * (18 + row * 12);
    const length = 110 + row * 34;
    const rise = 9 + row * 5;
    let d = `M${n(-chance.between(0, length))} ${n(y)}`;
    for (let x = 0; x < width + length * 2; x += length)
      d += `q${n(length / 4)} ${n(-rise)} ${n(length / 2)} 0t${n(length / 2)} 0`;
    all += path(`${d}V${height}H-200Z`, fills[row % 2] as string, 0.55 + row * 0.07);
  }
  return all;
}

export function cloud(x: number, y: number, size: number, fill: string, opacity: number): string {
  return `<g fill="${fill}" opacity="${n(opacity)}"><ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size)}" ry="${n(size * 0.2)}"/><ellipse cx="${n(x - size * 0.2)}" cy="${n(y - size * 0.14)}" rx="${n(size * 0.42)}" ry="${n(size * 0.2)}"/><ellipse cx="${n(x + size * 0.3)}" cy="${n(y - size * 0.08)}" rx="${n(size * 0.36)}" ry="${n(size * 0.15)}"/></g>`;
}

/** A light with its halo. `halo` is the id of a radial gradient. */
export function light(x: number, y: number, r: number, fill: string, halo = 'halo'): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 3.6)}" fill="url(#${halo})"/>${circle(x, y, r, fill)}`;
}
