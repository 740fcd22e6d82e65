import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ConditionBadge, GradeBadge } from './condition-badge.tsx';
import { conditionWords, readCondition } from './conditions.ts';

describe('[UI-09] condition badges', () => {
  test('all spellings are alike', () => {
    for (const text of ['near mint', 'near-mint', 'near_mint', 'Near Mint', ' NEAR_MINT ', 'nearmint'])
      expect(readCondition(text).key).toBe('near_mint');
    for (const text of ['light played', 'light-played', 'light_played', 'Light Played'])
      expect(readCondition(text).key).toBe('light_played');
    for (const text of ['mint', 'excellent', 'good', 'played', 'poor']) expect(readCondition(text).key).toBe(text);
  });

  test('unknown or empty is the neutral grey', () => {
    for (const text of ['', ' ', null, undefined, 'unknown', 'brand new', 'mintish', '__proto__', 'constructor'])
      expect(readCondition(text)).toMatchObject({ key: 'unknown', tone: 'un' });
    expect(renderToStaticMarkup(<ConditionBadge condition={null} />)).toContain('class="cond cond-un long"');
  });

  test('each condition has a colour of its own', () => {
    expect(new Set(conditionWords.map((words) => words.tone)).size).toBe(8);
    expect(new Set(conditionWords.map((words) => words.short)).size).toBe(8);
  });

  test('the class of a condition is its own, and wears its own colour in every theme', () => {
    expect(
      Object.fromEntries(conditionWords.map(({ key, tone, short, long }) => [key, [tone, short, long].join(' ')])),
    ).toEqual({
      mint: 'mint M Mint',
      near_mint: 'nm NM Near mint',
      excellent: 'ex EX Excellent',
      good: 'gd GD Good',
      light_played: 'lp LP Light played',
      played: 'pl PL Played',
      poor: 'po PO Poor',
      unknown: 'un ? Unknown',
    });
    const read = (name: string) => readFileSync(new URL(`../styles/${name}`, import.meta.url), 'utf8');
    const [badges, tokens] = [read('badges.css'), read('tokens.css')];
    for (const { tone } of conditionWords) {
      expect(badges).toContain(`.cond-${tone} { background: var(--cond-${tone}-bg); color: var(--cond-${tone}-fg); }`);
      expect(badges).toContain(`.cond-${tone} i { background: var(--cond-${tone}); }`);
    }
    for (const theme of ['light', 'dark', 'midnight']) {
      const start = tokens.indexOf(`[data-theme="${theme}"] {`);
      const block = tokens.slice(start, tokens.indexOf('\n}', start));
      for (const part of ['', '-fg', '-bg']) {
        const colours = conditionWords.map(
          ({ tone }) => new RegExp(`--cond-${tone}${part}: ([^;]+);`).exec(block)?.[1],
        );
        expect(new Set(colours).size, `${theme} ${part}`).toBe(8);
        // Lightness, chroma, hue: what is not known is the greyest of them.
        const chromas = colours.map((colour) => Number(/^oklch\([\d.]+ ([\d.]+) /.exec(colour ?? '')?.[1]));
        expect(chromas.at(-1), `${theme} ${part}`).toBeLessThan(Math.min(...chromas.slice(0, -1)));
      }
    }
  });

  test('the badge says its condition in words and in data', () => {
    const html = renderToStaticMarkup(<ConditionBadge condition="near-mint" />);
    expect(html).toContain('data-testid="condition-badge"');
    expect(html).toContain('data-condition="near_mint"');
    expect(html).toContain('cond-nm');
    expect(html).toContain('Near mint');
  });

  test('the short form carries the whole name for readers and as a tooltip', () => {
    const html = renderToStaticMarkup(<ConditionBadge condition="light played" form="short" />);
    expect(html).toContain('title="Light played"');
    expect(html).toContain('<span aria-hidden="true">LP</span><span class="sr">Light played</span>');
  });

  test('a slab shows grader, grade and certificate', () => {
    expect(renderToStaticMarkup(<GradeBadge company="PSA" grade={9} certificate="8347" />)).toContain('PSA 9');
  });
});
