import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conditionFacts } from '#kernel/cards/conditions.ts';
import { seedHue } from '../avatar.tsx';
import { accentSheet } from './accent.ts';
import { hexOf, linear, type Rgb, ratio, rgbOf } from './colour.ts';
import { themeColours } from './theme.ts';

const files = ['tokens.css', 'conditions.css'].map((name) =>
  readFileSync(new URL(`../styles/${name}`, import.meta.url), 'utf8'),
);
const themes = ['light', 'dark', 'midnight'] as const;
type Tokens = Map<string, Rgb>;

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
    expect(themeColours[theme].toLowerCase()).toBe(hexOf(colour('bg')));
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

test.each([
  '#000000',
  '#b00020',
  '#0b6e4f',
  '#7a4b00',
  '#3333ff',
  '#5b2a86',
  '#a3006b',
  '#00695c',
  '#4a5a00',
])('with the accent color %s every pair is readable in every theme', (chosen) => {
  for (const theme of themes) {
    const tokens = tokensOf(theme);
    const block = accentSheet(chosen).split(`[data-theme=${theme}]`)[1]?.split('}')[0] ?? '';
    const set = [...block.matchAll(/--([\w-]+):(#[0-9a-f]{6})/g)];
    expect(set.length).toBe(8);
    for (const [, name, hex] of set) tokens.set(name!, rgbOf(hex!));
    const failed = pairs().filter(([front, back, floor]) => ratio(tokens.get(front)!, tokens.get(back)!) < floor);
    expect(failed, theme).toEqual([]);
  }
});
