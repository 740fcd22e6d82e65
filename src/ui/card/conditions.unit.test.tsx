import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { conditionFacts, conditions, readCondition } from '#kernel/cards/conditions.ts';
import { ConditionBadge, GradeBadge } from './condition-badge.tsx';

const read = (name: string) => readFileSync(new URL(`../styles/${name}`, import.meta.url), 'utf8');

describe('[UI-09] condition badges', () => {
  test('all spellings are alike', () => {
    for (const text of ['near mint', 'near-mint', 'near_mint', 'Near Mint', ' NEAR_MINT ', 'nearmint'])
      expect(readCondition(text)).toBe('near_mint');
    for (const text of ['light played', 'light-played', 'light_played', 'Light Played'])
      expect(readCondition(text)).toBe('light_played');
    for (const text of ['mint', 'excellent', 'good', 'played', 'poor']) expect(readCondition(text)).toBe(text);
  });

  test('unknown or empty is the neutral grey', () => {
    for (const text of ['', ' ', null, undefined, 'unknown', 'brand new', 'mintish', '__proto__', 'constructor'])
      expect(readCondition(text)).toBe('unknown');
    expect(conditionFacts.unknown.tone).toBe('un');
    expect(renderToStaticMarkup(<ConditionBadge condition={null} />)).toContain('class="cond cond-un long"');
  });

  test('the names, short names and classes of the specification', () => {
    expect(
      Object.fromEntries(
        Object.entries(conditionFacts).map(([key, { tone, short, name }]) => [key, [tone, short, name].join(' ')]),
      ),
    ).toMatchObject({
      mint: 'mint M Mint',
      near_mint: 'nm NM Near mint',
      excellent: 'ex EX Excellent',
      good: 'gd GD Good',
      light_played: 'lp LP Light played',
      played: 'pl PL Played',
      poor: 'po PO Poor',
      unknown: 'un ? Unknown',
    });
  });

  test.each(conditions)('%s has a class of its own and a colour in every theme', (condition) => {
    const { tone } = conditionFacts[condition];
    const styles = read('conditions.css');
    expect(styles).toContain(`.cond-${tone} { background: var(--cond-${tone}-bg); color: var(--cond-${tone}-fg); }`);
    expect(styles).toContain(`.cond-${tone} i { background: var(--cond-${tone}); }`);
  });

  test('no two conditions have the same colour; the unknown one is the greyest', () => {
    const styles = read('conditions.css');
    for (const theme of ['light', 'dark', 'midnight']) {
      const start = styles.indexOf(`[data-theme="${theme}"] {`);
      const block = styles.slice(start, styles.indexOf('\n}', start));
      for (const part of ['', '-fg', '-bg']) {
        const colours = conditions.map((condition) => {
          const name = `--cond-${conditionFacts[condition].tone}${part}`;
          return new RegExp(`${name}: ([^;]+);`).exec(block)?.[1] ?? expect.fail(`no ${name} in ${theme}`);
        });
        expect(new Set(colours).size, `${theme} ${part}`).toBe(conditions.length);
        // Lightness, chroma, hue.
        const chromas = colours.map((colour) => Number(/^oklch\([\d.]+ ([\d.]+) /.exec(colour)?.[1]));
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
