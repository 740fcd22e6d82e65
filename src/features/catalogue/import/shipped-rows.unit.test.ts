import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { rootFolder } from '#platform/program.ts';
import { cardRowSchema } from './rows.ts';

const folder = join(rootFolder, 'data/catalogue');

test('a number that its source wrote as the name of a file is read as it is printed', () => {
  const row = {
    game: 'pokemon',
    setCode: 'exu',
    setName: 'Unown',
    source: 'tcgdex',
    externalId: 'exu-%3F',
    name: 'Unown',
    language: 'en',
  };
  expect(cardRowSchema.parse({ ...row, number: '%3F' }).number).toBe('?');
  expect(cardRowSchema.parse({ ...row, number: '!' }).number).toBe('!');
});

test('no name or number of the shipped cards holds an escape', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.gz')))
    expect([
      file,
      gunzipSync(readFileSync(join(folder, file)))
        .toString()
        .match(/"(?:name|number|setName)":"[^"]*%[0-9A-F]{2}/gi),
    ]).toEqual([file, null]);
});
