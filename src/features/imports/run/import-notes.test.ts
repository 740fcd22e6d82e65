import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportImports } from '../export.server.ts';
import { importsMarket, stock } from '../imports.testing.ts';
import { notesText } from '../model/import.texts.ts';

const { at, bring, see } = importsMarket();
const migrationOf = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../migrations', `${name}.sql`), 'utf8');
const migration = migrationOf('1256-read-notes-of-imports');
const query = (text: string, values: unknown[] = []) => at.market.platform.pool.query(text, values);

test('sentences of earlier releases become codes and read as new ones; other texts stay', async () => {
  const { body } = await bring(stock);
  const store = (n: number, notes: string[], outcome: string | null = null) =>
    query("update stock_import_row set notes = $3, note_codes = '[]', outcome = $4 where import_id = $1 and n = $2", [
      body.id,
      n,
      notes,
      outcome,
    ]);
  await query("update stock_import set notes = $2, note_codes = '[]' where id = $1", [
    body.id,
    ['The file is not UTF-8; it was read as SHIFT_JIS. Look at names with accents.', '1200 empty rows were left out.'],
  ]);
  await store(1, [
    'Finish: the file says nothing of it, and this printing has 2; choose one.',
    'Condition: "Minty "x"" is no condition of TCGplayer pricing export.',
    'Signed: "maybe" is neither yes nor no; look at the copy.',
  ]);
  await store(
    2,
    [
      'Card: The catalogue has no set CON.',
      'Description: It is longer than 5,000 characters and was cut.',
      'Cost: The price "free" is not an amount such as 12.50.',
      'Quantity: A listing holds at most 999 copies, so 999 of 1200 are taken.',
      'Edition: the catalogue knows no first edition of this printing.',
      "Row: line 3 can't be read: a quotation mark stands where none may. Write two of them.",
    ],
    'It was taken back.',
  );
  await store(
    3,
    [
      'Card: The catalogue has no set of this name.',
      'Price: The price "1,234" was read as $1,234.00.',
      'Language: the set is said to be German, and the row says French; look at the copy.',
    ],
    'Your account is restricted.',
  );
  await query(migration);
  const { notes, rows } = (await see(body.id)).body;
  expect(notes).toEqual([
    'The file isn’t UTF-8. We read it as SHIFT_JIS. Check names with accents.',
    '1,200 empty rows were skipped.',
  ]);
  expect(
    rows.slice(0, 3).map(({ notes, outcome, unread }: Record<string, unknown>) => [notes, outcome, unread]),
  ).toEqual([
    [
      [
        'The file has no finish, and this printing has 2. Choose one.',
        '“Minty "x"” isn’t a condition of this file format. Correct it.',
        'The column “Signed” has “maybe” instead of yes or no. Check the card.',
      ],
      null,
      ['condition'],
    ],
    [
      [
        'No set has the code CON. Check the code.',
        'The description has more than 5,000 characters. We shortened it.',
        'Enter a cost from 0.00 to 1,000,000.00, for example 12.50. The file says “free”.',
        'A listing can have at most 999 copies. We use 999 of 1,200.',
        'This printing isn’t known in the edition “1st Edition”. Check the card.',
        'Line 3 has a quotation mark in the wrong place. Write it twice, and put quotation marks around the cell.',
      ],
      'Listing deleted.',
      [],
    ],
    [
      [
        'No set has this name. Check the name.',
        'The set is in German, and the row says French. Choose the language.',
        'Price: The price "1,234" was read as $1,234.00.',
      ],
      'Your account is restricted.',
      ['language'],
    ],
  ]);
  const { rows: stored } = await query('select note_codes from stock_import_row where import_id = $1 and n = 2', [
    body.id,
  ]);
  expect(stored[0].note_codes.slice(0, 2)).toEqual([
    { code: 'set_code_unknown', params: { value: 'CON' } },
    { code: 'text_cut', params: { field: 'description', most: 5_000 } },
  ]);
  // The export of a member has the sentences, too.
  const { importRows } = await exportImports(at.market.platform.db, at.shop.id);
  expect(importRows).toContainEqual(
    expect.objectContaining({
      outcome: 'Listing deleted.',
      notes: expect.arrayContaining(['No set has the code CON. Check the code.']),
    }),
  );
});

test('sentences of refused rows become codes and read as before; other texts and codes stay', async () => {
  const { body } = await bring(stock);
  const old = [
    'Enter at most 2,000 characters. The limit of Premium is 20,000.',
    'This card is not in our card database. Choose another one.',
    'A sentence of nobody.',
    'needs_photo',
  ];
  for (const [at, outcome] of old.entries())
    await query('update stock_import_row set outcome = $3 where import_id = $1 and n = $2', [body.id, at + 1, outcome]);
  await query(migrationOf('1297-read-outcomes-of-imports-and-bulk-edits'));
  const { rows } = await query(
    'select outcome, outcome_params from stock_import_row where import_id = $1 and n <= 4 order by n',
    [body.id],
  );
  expect(rows).toEqual([
    { outcome: 'description_too_long', outcome_params: { tier: 'free', most: 2_000 } },
    { outcome: 'card_unknown', outcome_params: null },
    { outcome: 'A sentence of nobody.', outcome_params: null },
    { outcome: 'needs_photo', outcome_params: null },
  ]);
  const seen = (await see(body.id)).body.rows.slice(0, 3).map(({ outcome }: { outcome: string }) => outcome);
  expect(seen).toEqual(old.slice(0, 3));
});

test('the code of a newer release is shown as it is', () => {
  const unheard = [{ code: 'unheard_of' }] as never;
  expect(notesText({ noteCodes: unheard, notes: ['A text.'] })).toEqual(['unheard_of', 'A text.']);
});
