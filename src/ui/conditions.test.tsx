import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ConditionBadge, GradeBadge } from './condition-badge.tsx';
import { conditionWords, readCondition } from './conditions.ts';

describe('[UI-09] condition badges', () => {
  test('all spellings are alike', () => {
    for (const text of ['near mint', 'near-mint', 'near_mint', 'Near Mint', ' NEAR_MINT ', 'nearmint'])
      expect(readCondition(text).key).toBe('near_mint');
    for (const text of ['light played', 'light-played', 'light_played', 'Light Played']) expect(readCondition(text).key).toBe('light_played');
    for (const text of ['mint', 'excellent', 'good', 'played', 'poor']) expect(readCondition(text).key).toBe(text);
  });

  test('unknown or empty is the neutral grey', () => {
    for (const text of ['', ' ', null, undefined, 'unknown', 'brand new', 'mintish', '__proto__', 'constructor'])
      expect(readCondition(text).tone).toBe('un');
  });

  test('each condition has a colour of its own', () => {
    expect(new Set(conditionWords.map((words) => words.tone)).size).toBe(8);
    expect(new Set(conditionWords.map((words) => words.short)).size).toBe(8);
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
