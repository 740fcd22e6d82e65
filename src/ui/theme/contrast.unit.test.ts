import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conditionFacts } from '#kernel/cards/conditions.ts';
import { seedHue } from '../avatar.tsx';
import { themeColours } from './theme.ts';

const files = ['tokens.css', 'conditions.css'].map((name) =>
  readFileSync(new URL(`../styles/${name}`, import.meta.url), 'utf8'),
);
const themes = ['light', 'dark', 'midnight'] as const;
type Rgb = [number, number, number];
type Tokens = Map<string, Rgb>;

/** OKLCH to linear sRGB, as CSS Color 4 defines it. */
function linear(l: number, c: number, h: number): Rgb {
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

function tokensOf(theme: string): Tokens {
  const tokens: Tokens = new Map();
  for (const css of files) {
    const start = css.indexOf(`[data-theme="${theme}"] {`);
    const block = css.slice(start, css.indexOf('\n}', start));
    for (const [, name, l, c, h] of block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g))
      tokens.set(name!, linear(Number(l), Number(c), Number(h)));
  }
  return tokens;
}

const clip = (value: number) => Math.min(1, Math.max(0, value));
const luminance = ([r, g, b]: Rgb) => 0.2126 * clip(r) + 0.7152 * clip(g) + 0.0722 * clip(b);
function ratio(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const text = 4.5;
const graphic = 3;
/** Tokens carry three digits; the rounding may put a linear part this far outside. */
const rounding = 0.0015;
const surfaces = ['bg', 'inset', 'surface', 'surface-2'];
const tones = ['success', 'warning', 'danger', 'info', 'premium'];

/** Foreground, background, floor. */
function pairs(): [string, string, number][] {
  const found: [string, string, number][] = [];
  for (const surface of surfaces) {
    for (const words of ['fg', 'fg-muted', 'fg-subtle', 'accent-fg', ...tones.map((tone) => `${tone}-fg`)])
      found.push([words, surface, text]);
    found.push(['focus', surface, graphic]);
  }
  for (const surface of ['bg', 'surface']) {
    found.push(
      ['border-strong', surface, graphic],
      ['chart', surface, graphic],
      ['like', surface, graphic],
      ['accent', surface, graphic],
    );
    found.push(['danger', surface, graphic]);
  }
  for (const tone of tones) found.push([`${tone}-fg`, `${tone}-subtle`, text], ['fg', `${tone}-subtle`, text]);
  found.push(['accent-fg', 'accent-subtle', text], ['fg', 'accent-subtle', text], ['fg-muted', 'accent-subtle', text]);
  found.push(
    ['on-accent', 'accent', text],
    ['on-accent', 'accent-hover', text],
    ['on-premium', 'premium', text],
    ['bg', 'fg', text],
  );
  found.push(['fg', 'surface-3', text], ['fg-muted', 'surface-3', text]);
  for (const { tone } of Object.values(conditionFacts)) found.push([`cond-${tone}-fg`, `cond-${tone}-bg`, text]);
  return found;
}

describe.each(themes)('%s', (theme) => {
  const tokens = tokensOf(theme);
  const colour = (name: string) => tokens.get(name) ?? expect.fail(`no token ${name} in ${theme}`);

  test('has every token that light has', () => {
    expect([...tokens.keys()].sort()).toEqual([...tokensOf('light').keys()].sort());
    expect(tokens.size).toBeGreaterThan(55);
  });

  test('every pair is readable', () => {
    const failed = pairs()
      .map(([front, back, floor]) => ({
        pair: `${front} on ${back}`,
        floor,
        is: Math.round(ratio(colour(front), colour(back)) * 100) / 100,
      }))
      .filter(({ is, floor }) => is < floor);
    expect(failed).toEqual([]);
  });

  test('every colour lies inside sRGB', () => {
    const outside = [...tokens]
      .filter(([, rgb]) => rgb.some((part) => part < -rounding || part > 1 + rounding))
      .map(([name]) => name);
    expect(outside).toEqual([]);
  });

  test('the browser’s own bar has the colour of the page', () => {
    const encode = (part: number) =>
      Math.round(255 * (clip(part) <= 0.0031308 ? 12.92 * clip(part) : 1.055 * clip(part) ** (1 / 2.4) - 0.055));
    const hex = `#${colour('bg')
      .map((part) => encode(part).toString(16).padStart(2, '0'))
      .join('')}`;
    expect(themeColours[theme].toLowerCase()).toBe(hex);
  });
});

test('the table of the guide holds: lowest pairs are not below what it says', () => {
  const lowest = themes.map((theme) => {
    const tokens = tokensOf(theme);
    return Math.min(
      ...Object.values(conditionFacts).map(({ tone }) =>
        ratio(tokens.get(`cond-${tone}-fg`)!, tokens.get(`cond-${tone}-bg`)!),
      ),
    );
  });
  expect(lowest.map((value) => Math.round(value * 10) / 10)).toEqual([6.5, 7.3, 8.4]);
});

test('initials are readable on every avatar colour', () => {
  const white: Rgb = [1, 1, 1];
  const worst = Math.min(...Array.from({ length: 360 }, (_, hue) => ratio(white, linear(0.47, 0.1, hue))));
  expect(worst).toBeGreaterThanOrEqual(text);
  expect(new Set(['moonbinder', 'cardhaven', 'foil.and.fable'].map(seedHue)).size).toBe(3);
});
