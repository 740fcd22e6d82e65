import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { shippedCards } from '../catalogue.testing.ts';
import { readWants, type WantSource } from './read-wants.ts';

const samples = join(import.meta.dirname, '../samples');

interface Expected {
  file: string;
  row: number;
  status: 'ok' | 'warn' | 'error';
  externalId?: string;
}
const expected: Expected[] = readFileSync(join(samples, 'expected.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

let source: WantSource;
beforeAll(() => {
  source = shippedCards();
}, 60_000);

const read = (text: string) => readWants(new TextEncoder().encode(text), source, 1_000);
/** The match of a line: `any` and the name, or set and number. */
const meant = async (text: string) =>
  (await read(text)).rows.map(({ status, card, anyPrinting, quantity, finish }) => [
    status,
    quantity,
    card && (anyPrinting ? `any ${card.name}` : `${card.name} ${card.setCode} ${card.number}`),
    finish,
  ]);

const files = [...new Set(expected.filter(({ externalId }) => externalId !== undefined).map(({ file }) => file))];

test.each(
  files,
)('%s as a list of wants names the same printings as its expected results, and no other', async (file) => {
  const { rows } = await readWants(readFileSync(join(samples, file)), source, 10_000);
  const of = new Map(rows.map((row) => [row.row, row]));
  const known = expected.filter((entry) => entry.file === file && entry.externalId !== undefined);
  const found = known.map(({ row, externalId }) => {
    const read = of.get(row);
    return {
      row,
      externalId: read?.card && !read.anyPrinting ? read.card.externalId : externalId,
      isThere: read !== undefined,
    };
  });
  expect(found).toEqual(known.map(({ row, externalId }) => ({ row, externalId, isThere: true })));
  const sure = known.filter(({ row, status }) => status === 'ok' && of.get(row)?.status === 'sure');
  expect(sure.length).toBeGreaterThanOrEqual(known.filter(({ status }) => status === 'ok').length);
});

test('a plain line names its printing by set and number, with copies and finish', async () => {
  expect(await meant('2 Sol Ring (C21) 263')).toEqual([['sure', 2, 'Sol Ring C21 263', null]]);
});

test('a line without a printing wants any; without a number it wants one copy', async () => {
  expect(await meant('Sol Ring\n3x Black Lotus')).toEqual([
    ['sure', 1, 'any Sol Ring', null],
    ['sure', 3, 'any Black Lotus', null],
  ]);
});

test.each([
  ['2x Sol Ring (C21) 263', 'Sol Ring C21 263', 2],
  ['2 Sol Ring [C21] 263', 'Sol Ring C21 263', 2],
  ['1x Sol Ring (c21) 263 [Ramp,Artifact] ^Have,#37d67a^', 'Sol Ring C21 263', 1],
  ['1x Lightning Bolt (m10) 146 *F* [Burn]', 'Lightning Bolt M10 146', 1],
  ['SB: 1 Sol Ring (C21) 263', 'Sol Ring C21 263', 1],
  ['2 Sol Ring (Commander 2021)', 'Sol Ring C21 263', 2],
  ['Sol Ring x2', 'any Sol Ring', 2],
  ["1 Lim-Dul's Vault", "any Lim-Dûl's Vault", 1],
  ['x4 Lightning Bolt', 'any Lightning Bolt', 4],
  ['(4) Lightning Bolt', 'any Lightning Bolt', 4],
  ['[3x] Lightning Bolt', 'any Lightning Bolt', 3],
  ['Sol Ring, 2', 'any Sol Ring', 2],
  ['Sol Ring 2x', 'any Sol Ring', 2],
  ['Sol Ring (x2)', 'any Sol Ring', 2],
  ['4 Basic Grass Energy SVE 1', 'Grass Energy sve 001', 4],
  ['4 [M11] Lightning Bolt', 'Lightning Bolt M11 149', 4],
  ['4 Lightning Bolt # comment', 'any Lightning Bolt', 4],
  ['4 Lightning Bolt (M11) 149 # 2 of them for the sideboard', 'Lightning Bolt M11 149', 4],
  ['4 Lightning Bolt (M11) 149 #', 'Lightning Bolt M11 149', 4],
  ['4 Lightning Bolt (M11) # 149', 'Lightning Bolt M11 149', 4],
  ['4 Lightning Bolt (M11) 149 #!Burn', 'Lightning Bolt M11 149', 4],
  ['1 Lightning Bolt <m11>', 'Lightning Bolt M11 149', 1],
  ['2 Lightning Bolt <149> [M11] (F)', 'Lightning Bolt M11 149', 2],
  ['1 Lightning Bolt [M11] (F)', 'Lightning Bolt M11 149', 1],
  ['1 Æther Vial', 'any Aether Vial', 1],
  ['1 Ice', 'any Fire // Ice', 1],
  ['1 Insectile Aberration', 'any Delver of Secrets // Insectile Aberration', 1],
  ['1 Fire / Ice', 'any Fire // Ice', 1],
  ['1 lightning bolt', 'any Lightning Bolt', 1],
])('the line “%s” wants %s', async (line, card, copies) => {
  const [[status, quantity, name]] = (await meant(line)) as [[string, number, string]];
  expect([status, quantity, name]).toEqual(['sure', copies, card]);
});

test('a printed number without a set offers the printings that have it', async () => {
  const { rows } = await read('4 Pikachu 58/102\n1 Dark Magician SDY-006');
  expect(rows.map(({ status, quantity }) => [status, quantity])).toEqual([
    ['doubtful', 4],
    ['doubtful', 1],
  ]);
  const offered = rows.map(({ candidates }) => candidates.map(({ name, number }) => `${name} ${number}`));
  expect(offered[0]).toContain('Pikachu 58');
  expect(new Set(offered[0])).toEqual(new Set(['Pikachu 58']));
  expect(offered[1]).toContain('Dark Magician SDY-006');
});

test('a name that ends like a number is a name', async () => {
  const lines = [
    '3 Myutant ST-46',
    '1 Maliss <C> GWC-06',
    '2 Cannon Soldier MK-2',
    '1 B.E.S. Big Core MK-3',
    '2x Amphibious Bugroth MK-3',
  ];
  const { rows } = await read(lines.join('\n'));
  expect(rows.map(({ status, quantity, card }) => [status, quantity, card?.name])).toEqual([
    ['sure', 3, 'Myutant ST-46'],
    ['sure', 1, 'Maliss <C> GWC-06'],
    ['sure', 2, 'Cannon Soldier MK-2'],
    ['sure', 1, 'B.E.S. Big Core MK-3'],
    ['sure', 2, 'Amphibious Bugroth MK-3'],
  ]);
});

test('a foil mark is the finish; headings, comments and empty lines are left out with a note', async () => {
  const { rows, notes } = await read(
    '// my deck\nDeck\n\n1 Sol Ring (C21) 263\nSideboard\n1 Lightning Bolt (LEA) 161\nCreatures (14)',
  );
  expect(rows.map(({ row, said }) => [row, said])).toEqual([
    [1, 'Sol Ring · C21 · 263'],
    [2, 'Lightning Bolt · LEA · 161'],
  ]);
  expect(notes).toEqual(['4 headings or comments were skipped.']);
  const [foil] = (await read('1 Lightning Bolt (M10) 146 *F*')).rows;
  expect([foil?.status, foil?.finish]).toEqual(['sure', 'foil']);
});

test('a printing is never guessed: an unknown set, another number, a misspelt name and a number alone are doubtful', async () => {
  const rows = (
    await read('1 Sol Ring (QQQQ) 1\n1 Sol Ring (C21) 999\n1 Sol Rong\n1 Island (C21)\n1 Nobody Knows This Card')
  ).rows;
  expect(rows.map(({ status, card, candidates }) => [status, card, candidates.length > 0])).toEqual([
    ['doubtful', null, true],
    ['doubtful', null, true],
    ['doubtful', null, true],
    ['doubtful', null, true],
    ['rejected', null, false],
  ]);
});

test('a name that two games have is doubtful; a bracket that belongs to the name is a part of it', async () => {
  const [twin] = (await read('1 Befuddle')).rows;
  expect([twin?.status, twin?.card, new Set(twin?.candidates.map(({ game }) => game)).size]).toEqual([
    'doubtful',
    null,
    2,
  ]);
  // Not where the table names the game.
  const distinct = (await read('Name,Game\nBefuddle,magic\nBefuddle,lorcana\n')).rows;
  expect(distinct.map(({ status, card, anyPrinting }) => [status, card?.game, anyPrinting])).toEqual([
    ['sure', 'magic', true],
    ['sure', 'lorcana', true],
  ]);
  const [erase] = (await read("1 Erase (Not the Urza's Legacy One)")).rows;
  expect([erase?.status, erase?.card?.name, erase?.anyPrinting]).toEqual([
    'sure',
    "Erase (Not the Urza's Legacy One)",
    true,
  ]);
});

test('a line has a limit of length: endless spaces are one, and a line that is no card is rejected by its number', {
  timeout: 5_000,
}, async () => {
  expect(await meant(`1 Sol${' '.repeat(900_000)}Ring`)).toEqual([['sure', 1, 'any Sol Ring', null]]);
  await expect(read(`1 Sol Ring\n1 ${'(a '.repeat(3_000)}`)).rejects.toThrow('Line 2 has more than 300 characters.');
  const [cut] = (await read(`1 ${'n'.repeat(199)}😀😀`)).rows;
  expect([cut?.status, cut?.said.isWellFormed()]).toEqual(['rejected', true]);
});

test('lists of the Pokémon games: copies behind an asterisk, frame lines left out, promos and galleries by the codes of their set', async () => {
  const live = [
    'Pokémon: 3',
    '2 Charizard ex OBF 125',
    '1 Manaphy CRZ GG6',
    '1 Frosmoth SHF SV34 PH',
    '',
    'Trainer: 5',
    '1 Nessa LOR TG27',
    '2 Basic {R} Energy SVE 2',
    '',
    'Total Cards: 9',
  ];
  const { rows, notes } = await read(live.join('\n'));
  expect(rows.map(({ quantity, card, finish }) => [quantity, card?.externalId, finish])).toEqual([
    [2, 'sv03-125', null],
    [1, 'swsh12.5gg-GG06', null],
    [1, 'swsh4.5sv-SV034', null],
    [1, 'swsh11tg-TG27', null],
    [2, 'sve-002', null],
  ]);
  expect(notes).toEqual(['3 headings or comments were skipped.']);
  const online = [
    '****** Pokémon Trading Card Game Deck List ******',
    '',
    '##Pokémon - 3',
    '',
    '* 1 Charizard VMAX DAA 20',
    '* 2 Snorlax PR-SW 68',
    '##Trainer Cards - 4',
    '* 4 Marnie SSH 169',
    'Total Cards - 7',
    '****** Deck List Generated by a tool ******',
  ];
  const old = await read(online.join('\n'));
  expect(old.rows.map(({ quantity, card }) => [quantity, card?.externalId])).toEqual([
    [1, 'swsh3-20'],
    [2, expect.stringMatching(/^swshp-SWSH0?68$/)],
    [4, 'swsh1-169'],
  ]);
  expect(old.notes).toEqual(['5 headings or comments were skipped.']);
});
