import { hexOf, linear, oklchOf, type Rgb, ratio, rgbOf } from './colour.ts';

/** The lowest contrast of text, and of parts without text, by WCAG 2.2. */
const textFloor = 4.5;
const graphicFloor = 3;
const white: Rgb = [1, 1, 1];

/** The contrast of white text on this color, which buttons of the light and the dark theme have. */
export function contrastWithWhite(hex: string): number {
  return ratio(rgbOf(hex), white);
}

export function isReadableAccent(hex: string): boolean {
  return contrastWithWhite(hex) >= textFloor;
}

/** Lightness and highest chroma of the tokens of one theme, as tokens.css has them for the default accent. */
interface Shades {
  accent: [number, number];
  hover: [number, number];
  text: [number, number];
  subtle: [number, number];
  border: [number, number];
  focus: [number, number];
  chart: [number, number];
  /** The text on the accent. */
  onAccent: Rgb;
  /** The surfaces that need the most contrast. */
  surfaces: Rgb[];
  /** Towards more contrast with the surfaces. */
  step: 0.005 | -0.005;
}

const shades: Record<'light' | 'dark' | 'midnight', Shades> = {
  light: {
    accent: [0.47, 0.4],
    hover: [0.41, 0.4],
    text: [0.45, 0.21],
    subtle: [0.955, 0.02],
    border: [0.83, 0.07],
    focus: [0.55, 0.22],
    chart: [0.47, 0.215],
    onAccent: white,
    surfaces: [linear(0.962, 0.004, 85)],
    step: -0.005,
  },
  dark: {
    accent: [0.56, 0.205],
    hover: [0.51, 0.2],
    text: [0.775, 0.11],
    subtle: [0.27, 0.055],
    border: [0.42, 0.12],
    focus: [0.74, 0.13],
    chart: [0.68, 0.165],
    onAccent: white,
    surfaces: [linear(0.252, 0.007, 270)],
    step: 0.005,
  },
  midnight: {
    accent: [0.735, 0.142],
    hover: [0.79, 0.11],
    text: [0.81, 0.1],
    subtle: [0.26, 0.075],
    border: [0.42, 0.1],
    focus: [0.81, 0.1],
    chart: [0.735, 0.142],
    onAccent: linear(0.15, 0.05, 264),
    surfaces: [linear(0.212, 0.046, 265)],
    step: 0.005,
  },
};

/**
 * The accent tokens of each theme for a chosen color. The light theme uses the color itself; the others take its hue
 * and chroma with the lightness of their own accent, moved until text is readable.
 */
export function accentSheet(chosen: string): string {
  return Object.entries(shades)
    .map(([theme, shade]) => `:root[data-theme=${theme}]{${declarations(chosen, theme === 'light', shade)}}`)
    .join('');
}

function declarations(chosen: string, isExact: boolean, shade: Shades): string {
  const [lightness, chroma, hue] = oklchOf(rgbOf(chosen));
  const draw = ([l, c]: [number, number]) => inGamut(l, Math.min(c, chroma), hue);
  /** Moves the lightness until each of these has this contrast. */
  const readable = (of: [number, number], against: Rgb[], floor: number, step: number): Rgb => {
    let [l] = of;
    while (l > 0 && l < 1 && against.some((other) => ratio(rounded(draw([l, of[1]])), other) < floor)) l += step;
    return draw([l, of[1]]);
  };
  const { onAccent, surfaces, step } = shade;
  const subtle = rounded(draw(shade.subtle));
  const away = onAccent === white ? -0.005 : 0.005;
  const accent = isExact ? rgbOf(chosen) : readable(shade.accent, [onAccent], textFloor, away);
  const hover: [number, number] = isExact ? [Math.max(0, lightness - 0.06), shade.hover[1]] : shade.hover;
  const tokens: Record<string, Rgb> = {
    accent,
    'accent-hover': readable(hover, [onAccent], textFloor, away),
    'on-accent': onAccent,
    'accent-fg': readable(shade.text, [...surfaces, subtle], textFloor, step),
    'accent-subtle': subtle,
    'accent-border': draw(shade.border),
    focus: readable(shade.focus, surfaces, graphicFloor, step),
    chart: readable(shade.chart, surfaces, graphicFloor, step),
  };
  return Object.entries(tokens)
    .map(([name, rgb]) => `--${name}:${hexOf(rgb)}`)
    .join(';');
}

const rounded = (rgb: Rgb): Rgb => rgbOf(hexOf(rgb));

/** The color with as much chroma as sRGB has at this lightness and hue. */
function inGamut(l: number, c: number, h: number): Rgb {
  for (let chroma = c; chroma > 0; chroma -= 0.004) {
    const rgb = linear(l, chroma, h);
    if (rgb.every((part) => part >= -0.0005 && part <= 1.0005)) return rgb;
  }
  return linear(l, 0, h);
}
