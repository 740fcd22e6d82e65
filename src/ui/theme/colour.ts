/** Colors as CSS Color 4 defines them, and their contrast as WCAG 2.2 does. */

/** Linear sRGB. */
export type Rgb = [number, number, number];
/** Lightness, chroma, hue in degrees. */
type Oklch = [number, number, number];

/** OKLCH to linear sRGB. */
export function linear(l: number, c: number, h: number): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

export function oklchOf([r, g, b]: Rgb): Oklch {
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const y = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  return [l, Math.hypot(x, y), ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360];
}

const clip = (value: number) => Math.min(1, Math.max(0, value));
const luminance = ([r, g, b]: Rgb) => 0.2126 * clip(r) + 0.7152 * clip(g) + 0.0722 * clip(b);

/** The contrast of two colors, from 1 to 21. */
export function ratio(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const encode = (part: number) =>
  Math.round(255 * (clip(part) <= 0.0031308 ? 12.92 * clip(part) : 1.055 * clip(part) ** (1 / 2.4) - 0.055));
const decode = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** `#1a2b3c`. */
export function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => encode(part).toString(16).padStart(2, '0')).join('')}`;
}

export function rgbOf(hex: string): Rgb {
  return [1, 3, 5].map((at) => decode(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Rgb;
}
