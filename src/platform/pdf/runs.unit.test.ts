import { expect, test } from 'vitest';
import { directionOf, runsOf } from './runs.server.ts';
import { partFor } from './script-fonts.server.ts';

const seen = (line: string, direction?: 'ltr' | 'rtl') =>
  runsOf(line, direction).map(({ part, text }) => [part.name.split(' ')[1], text]);

test('a line of two directions is drawn in the order in which it is seen: words from right to left, numbers in them from left to right', () => {
  expect(seen('Zoë 5')).toEqual([['latin', 'Zoë 5']]);
  // “15 Rothschild Boulevard”, of which the number stands at the left end, and each word is turned round by its font.
  expect(seen('שדרות רוטשילד 15')).toEqual([
    ['latin', '15'],
    ['latin', ' '],
    ['hebrew', 'רוטשילד'],
    ['latin', ' '],
    ['hebrew', 'שדרות'],
  ]);
  expect(seen('12345 القاهرة')).toEqual([
    ['arabic', 'القاهرة'],
    ['latin', ' '],
    ['latin', '12345'],
  ]);
  expect(seen('Nour (نور) 7')).toEqual([
    ['latin', 'Nour ('],
    ['arabic', 'نور'],
    ['latin', ') '],
    ['latin', '7'],
  ]);
  // Brackets open the other way, and what stands between words of one direction goes with them.
  expect(seen('תל (אביב)')).toEqual([
    ['latin', '('],
    ['hebrew', 'אביב'],
    ['latin', ') '],
    ['hebrew', 'תל'],
  ]);
  // Persian letters that are not to be joined, by a character that is not drawn.
  expect(seen('می\u200cخواهد')).toEqual([
    ['arabic', 'خواهد'],
    ['arabic', 'می'],
  ]);
  expect(seen('ถนนสุขุมวิท 21')).toEqual([
    ['thai', 'ถนนสุขุมวิท'],
    ['latin', ' 21'],
  ]);
});

test('right to left a bracket opens the other way where the same part of a font has both; else it is drawn as it is, never left out', () => {
  expect(seen('אבי ‹')).toEqual([
    ['latin', '› '],
    ['hebrew', 'אבי'],
  ]);
  // Of these two the fonts have the other in another part, which nobody has asked for.
  for (const line of ['אבי ≪', 'אבי ≫']) {
    const asked = new Set([...line].map((char) => partFor(char)?.name));
    const drawn = runsOf(line);
    expect(drawn.map(({ text }) => text).join('')).toContain(line.at(-1));
    expect(drawn.filter(({ part }) => !asked.has(part.name))).toEqual([]);
  }
  // Of these nothing has the other.
  const text = runsOf('אבי ∠7 ⊘')
    .map((run) => run.text)
    .join('');
  expect([text.includes('∠'), text.includes('⊘')]).toEqual([true, true]);
});

test('a part of a text takes the direction of the whole', () => {
  const whole = 'רחוב הרצל 12, Building B entrance 3 דירה 5';
  const line = whole.slice(whole.indexOf('Building'));
  expect(directionOf(whole)).toBe('rtl');
  expect(seen(line, directionOf(whole)).map(([, text]) => text)).toEqual([
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
