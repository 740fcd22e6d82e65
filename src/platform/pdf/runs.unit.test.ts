import { expect, test } from 'vitest';
import { directionOf, runsOf } from './runs.server.ts';
import { partFor } from './script-fonts.server.ts';

const visual = (line: string, direction?: 'ltr' | 'rtl') =>
  runsOf(line, direction).map(({ part, text }) => [part.name.split(' ')[1], text]);

test('a line of two directions is rendered in visual order: words from right to left, numbers in them from left to right', () => {
  expect(visual('Zoë 5')).toEqual([['latin', 'Zoë 5']]);
  // “15 Rothschild Boulevard”: the number is at the left end, and the font reverses each word.
  expect(visual('שדרות רוטשילד 15')).toEqual([
    ['latin', '15'],
    ['latin', ' '],
    ['hebrew', 'רוטשילד'],
    ['latin', ' '],
    ['hebrew', 'שדרות'],
  ]);
  expect(visual('12345 القاهرة')).toEqual([
    ['arabic', 'القاهرة'],
    ['latin', ' '],
    ['latin', '12345'],
  ]);
  expect(visual('Nour (نور) 7')).toEqual([
    ['latin', 'Nour ('],
    ['arabic', 'نور'],
    ['latin', ') '],
    ['latin', '7'],
  ]);
  // Brackets are mirrored, and characters between words of one direction take that direction.
  expect(visual('תל (אביב)')).toEqual([
    ['latin', '('],
    ['hebrew', 'אביב'],
    ['latin', ') '],
    ['hebrew', 'תל'],
  ]);
  // Persian letters that are separated by an invisible character.
  expect(visual('می\u200cخواهد')).toEqual([
    ['arabic', 'خواهد'],
    ['arabic', 'می'],
  ]);
  expect(visual('ถนนสุขุมวิท 21')).toEqual([
    ['thai', 'ถนนสุขุมวิท'],
    ['latin', ' 21'],
  ]);
});

test('right to left a bracket is mirrored if the same font part has both glyphs, else rendered as it is and never left out', () => {
  expect(visual('אבי ‹')).toEqual([
    ['latin', '› '],
    ['hebrew', 'אבי'],
  ]);
  // The mirrored glyphs of these two are in another part, which is not loaded.
  for (const line of ['אבי ≪', 'אבי ≫']) {
    const loaded = new Set([...line].map((char) => partFor(char)?.name));
    const runs = runsOf(line);
    expect(runs.map(({ text }) => text).join('')).toContain(line.at(-1));
    expect(runs.filter(({ part }) => !loaded.has(part.name))).toEqual([]);
  }
  // No font has the mirrored glyphs of these.
  const text = runsOf('אבי ∠7 ⊘')
    .map((run) => run.text)
    .join('');
  expect([text.includes('∠'), text.includes('⊘')]).toEqual([true, true]);
});

test('a part of a text takes the direction of the whole', () => {
  const whole = 'רחוב הרצל 12, Building B entrance 3 דירה 5';
  const line = whole.slice(whole.indexOf('Building'));
  expect(directionOf(whole)).toBe('rtl');
  expect(visual(line, directionOf(whole)).map(([, text]) => text)).toEqual([
    '5',
    ' ',
    'דירה',
    ' ',
    'Building B entrance 3',
  ]);
  expect([directionOf('Building B דירה'), directionOf('12 דירה'), directionOf('12'), directionOf('')]).toEqual([
    'ltr',
    'rtl',
    'ltr',
    'ltr',
  ]);
});
