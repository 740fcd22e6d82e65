import { getDocumentProxy } from 'unpdf';
import { expect, test, vi } from 'vitest';
import { openPdf } from './document.server.ts';

/** Two characters with broken fonts: one file is missing, the other is no font. */
vi.mock('./script-fonts.server.ts', async (original) => {
  const real = await original<typeof import('./script-fonts.server.ts')>();
  const lost = new Map([
    ['Ω', { name: 'lost', file: '/nowhere/lost.woff2' }],
    ['Ж', { name: 'broken', file: import.meta.filename }],
  ]);
  return { partFor: (char: string) => lost.get(char) ?? real.partFor(char) };
});

/** The lines as rendered, each from its left end: pieces sorted by position, without the spaces. */
async function printed(text: string, width: number, words = [text]) {
  const pdf = await openPdf('A document', words);
  pdf.page();
  pdf.write(text, { x: 20, y: 20, width });
  const page = await (await getDocumentProxy(new Uint8Array(await pdf.end()))).getPage(1);
  const lines = new Map<number, [x: number, piece: string][]>();
  for (const item of (await page.getTextContent()).items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [, , , , x, y] = item.transform as [number, number, number, number, number, number];
    lines.set(y, [...(lines.get(y) ?? []), [x, item.str.trim()]]);
  }
  return {
    lacks: pdf.lacks(text),
    lines: [...lines.values()].map((line) => line.sort(([a], [b]) => a - b).map(([, piece]) => piece)),
  };
}

test('all lines of a text have its direction, even a line that starts with words of the other direction', async () => {
  const { lines } = await printed('רחוב שדרות ירושלים הארוכה 112, Building B entrance 3 דירה 5', 150);
  // The flat's number is at the left end, as in a Hebrew line; on its own the second line would end with “3 5”.
  expect(lines[1]).toEqual(['5', 'דירה', 'Building B entrance 3']);
});

test('marks that change the direction of writing have no effect in a document', async () => {
  const turning = [
    '\u200e',
    '\u200f',
    '\u061c',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2067',
    '\u2068',
    '\u2069',
  ];
  for (const mark of turning) {
    expect(await printed(`${mark}Ben ${mark}12 Hill${mark} Road 34`, 300), mark.codePointAt(0)?.toString(16)).toEqual({
      lacks: false,
      lines: [['Ben 12 Hill Road 34']],
    });
  }
});

test('a character without a usable font is replaced by a question mark and reported; the rest is rendered', async () => {
  expect(await printed('Zoë Ω5 Ж6', 300)).toEqual({ lacks: true, lines: [['Zoë ?5 ?6']] });
  // Neither is a character that was not passed to `openPdf`.
  expect(await printed('Zoë 山', 300, ['Zoë'])).toEqual({ lacks: true, lines: [['Zoë ?']] });
  // The last character of one word and the first of the next are not composed into one.
  expect(await printed('\u0303a', 300, ['y', '\u0303a'])).toMatchObject({ lacks: false });
});

test('a character that a font claims but does not have, or cannot shape, is replaced by a question mark and reported', async () => {
  expect(await printed('Ґалаґан', 300)).toEqual({ lacks: false, lines: [['Ґалаґан']] });
  expect(await printed('Zoë \u01c4 7', 300)).toEqual({ lacks: true, lines: [['Zoë ? 7']] });
  // Arabic letters with marks at which the library fails, alone or in combination.
  for (const name of ['ڢ', '5 \u0642\u06d6', '\u0641\u0615\u0644']) {
    const { lacks, lines } = await printed(name, 300);
    expect([name, lacks, lines.join('')]).toEqual([name, true, expect.stringContaining('?')]);
  }
});
