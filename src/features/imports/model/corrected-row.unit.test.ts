import { expect, test } from 'vitest';
import { correctedRow } from './corrected-row.ts';
import type { ImportRowRow } from './import.tables.ts';
import type { Note } from './note.texts.ts';

const condition: Note = { code: 'condition_unknown', params: { value: 'Minty' } };
const language: Note = { code: 'language_unknown', params: { value: 'Elvish' } };
const row = (noteCodes: Note[], other: Partial<ImportRowRow> = {}) => ({
  cardId: 'a card',
  quantity: 1,
  status: 'doubtful' as const,
  notes: [],
  noteCodes,
  ...other,
});

test('a value answers the notes that ask for it, and an earlier outcome no longer holds', () => {
  expect(correctedRow(row([condition, language]), { language: 'de' })).toEqual({
    language: 'de',
    status: 'doubtful',
    noteCodes: [condition],
    outcome: null,
  });
});

test('a row without another note is ready, with a card and copies', () => {
  const values = { condition: 'good', language: 'de' };
  expect(correctedRow(row([condition, language]), values)).toMatchObject({ status: 'sure', noteCodes: [] });
  for (const other of [{ cardId: null }, { quantity: 0 }, { notes: ['A text.'] }])
    expect(correctedRow(row([condition], other), values)).toMatchObject({ status: 'doubtful' });
});

test('an accepted row is ready whatever its other notes say', () => {
  const spelled: Note = { code: 'name_misspelled' };
  expect(correctedRow(row([spelled]), { quantity: 2 }, true)).toMatchObject({ status: 'sure', noteCodes: [spelled] });
});
