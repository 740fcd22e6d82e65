/** Seeded chance: the same seed paints the same picture everywhere, for ever. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T;
  }
}

/** FNV-1a over the text's code units. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export interface Palette {
  skyTop: string;
  skyMiddle: string;
  skyLow: string;
  /** What lights the scene. */
  glow: string;
  /** The motif's two colours. */
  main: string;
  second: string;
  /** Silhouettes. */
  deep: string;
  pale: string;
}

/** Colours by mood: hues a set distance apart, so that every seed is a harmony. */
export function paletteOf(chance: Chance): Palette {
  const hue = chance.between(0, 360);
  const step = chance.pick([28, 40, 150, 180, 205]);
  const isDay = chance.next() < 0.28;
  const top = isDay ? [0.5, 0.6] : [0.55, 0.15];
  const low = isDay ? [0.6, 0.82] : [0.6, 0.42];
  return {
    skyTop: hsl(hue, top[0] as number, top[1] as number),
    skyMiddle: hsl(hue + step * 0.25, 0.5, isDay ? 0.72 : 0.28),
    skyLow: hsl(hue + (step > 100 ? 24 : step), low[0] as number, low[1] as number),
    glow: hsl(hue + step, 0.92, 0.74),
    main: hsl(hue + step, 0.72, 0.56),
    second: hsl(hue + step * 0.5 + 12, 0.6, 0.42),
    deep: hsl(hue + 10, 0.5, 0.11),
    pale: hsl(hue + step, 0.7, 0.9),
  };
}

/** As hex, because not every SVG renderer reads `hsl()`. Saturation and lightness 0 to 1. */
function hsl(hue: number, saturation: number, lightness: number): string {
  const a = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12;
    const value = lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** Numbers in a path, to a tenth at most. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function circle(x: number, y: number, r: number, fill: string, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${opacity < 1 ? ` opacity="${n(opacity)}"` : ''}/>`;
}

export function path(d: string, fill: string, opacity = 1): string {
  return `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${Math.round(opacity * 100) / 100}"` : ''}/>`;
}

export function group(transform: string, content: string): string {
  return `<g transform="${transform}">${content}</g>`;
}

/** A copy of `<g id>` turned around a point, `count` times. */
export function ring(id: string, count: number, x: number, y: number, scale = 1, offset = 0): string {
  let copies = '';
  for (let i = 0; i < count; i++)
    copies += `<use href="#${id}" transform="translate(${n(x)} ${n(y)}) rotate(${n(offset + (i * 360) / count)}) scale(${n(scale)})"/>`;
  return copies;
}
