import { beforeAll, expect, test } from 'vitest';
import { shippedCards } from '../catalogue.testing.ts';
import type { CardSource } from '../find-cards.ts';
import { noteText } from '../model/note.texts.ts';
import type { OwnColumns } from '../read/own-columns.ts';
import { readStock } from './read-stock.ts';

/** Brackets of services and sellers behind the names of sets and cards; the headers are those of the services. */
let source: CardSource;
beforeAll(() => {
  source = shippedCards();
}, 60_000);

/** The tested part of a row: its status, and its card and finish where they matter. */
async function readRow(header: string, row: string, own: readonly OwnColumns[] = []) {
  const { rows } = await readStock(new TextEncoder().encode(`${header}\n${row}`), source, { own });
  const [only] = rows;
  if (!only || rows.length !== 1) throw new Error(`${rows.length} rows`);
  return {
    status: only.status,
    finish: only.finish,
    edition: only.edition,
    language: only.language,
    card: only.card,
    notes: only.notes.map(noteText).join(' '),
  };
}

const tcgHeader =
  'TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,TCG Direct Low,TCG Low Price With Shipping,TCG Low Price,Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL';
const tcg = (line: string, set: string, name: string, number: string, condition = 'Near Mint') =>
  readRow(tcgHeader, `1,${line},"${set}","${name}",,${number},,${condition},1.00,,,,1,0,9.00,`);
const moxfield = (name: string, foil = '') =>
  readRow(
    'Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,Collector Number,Alter,Proxy,Purchase Price',
    `1,0,"${name}",m11,Near Mint,English,${foil},,2026-05-02,149,False,False,`,
  );
const ownHeader = 'Card,Set,No,Foil,Cond,Qty,Price';
const ownColumns = (game: string): OwnColumns => ({
  header: ownHeader.toLowerCase().split(','),
  columns: { name: 0, setName: 1, number: 2, finish: 3, condition: 4, quantity: 5, price: 6 },
  game,
  currency: 'USD',
  condition: null,
});
const own = (name: string, foil = '', set = 'Magic 2011', number = '149', game = 'magic') =>
  readRow(ownHeader, `"${name}","${set}",${number},${foil},NM,1,1.50`, [ownColumns(game)]);

const blueEyes = ['Blue-Eyes White Dragon', 'LOB-001'] as const;
test.each([
  [
    'YuGiOh',
    'Legend of Blue Eyes White Dragon (25th Anniversary Edition)',
    ...blueEyes,
    'Near Mint 1st Edition',
    '25th Anniversary Edition',
  ],
  ['YuGiOh', 'Legend of Blue Eyes White Dragon [25th Anniversary Edition]', ...blueEyes, 'Near Mint Unlimited', ''],
  [
    'YuGiOh',
    'Metal Raiders (25th Anniversary Edition)',
    'Summoned Skull',
    'MRD-003',
    'Near Mint Unlimited',
    '25th Anniversary Edition',
  ],
  [
    'YuGiOh',
    "Pharaoh's Servant (25th Anniversary Edition)",
    'Jinzo',
    'PSV-000',
    'Near Mint Unlimited',
    '25th Anniversary Edition',
  ],
  [
    'YuGiOh',
    'Invasion of Chaos (25th Anniversary Edition)',
    'Dark Magician of Chaos',
    'IOC-065',
    'Near Mint Unlimited',
    '25th Anniversary',
  ],
  ['Magic', 'Limited Edition Alpha (Proxy)', 'Black Lotus', '232', 'Near Mint', 'Proxy'],
  ['Magic', 'Proxy: Limited Edition Alpha', 'Black Lotus', '232', 'Near Mint', ''],
  ['Magic', 'Limited Edition Alpha (30th Anniversary)', 'Black Lotus', '232', 'Near Mint', '30th Anniversary'],
  ['Magic', 'Magic 2011 (Gold Border)', 'Lightning Bolt', '149', 'Near Mint', 'Gold Border'],
  ['Magic', 'Magic 2011 (M10)', 'Lightning Bolt', '149', 'Near Mint', 'M10'],
  ['Pokemon', 'Base Set (Promo)', 'Charizard', '004/102', 'Near Mint Holofoil', 'Promo'],
  ['Pokemon', 'Base Set (Reprint)', 'Charizard', '004/102', 'Near Mint Holofoil', 'Reprint'],
  ['Pokemon', 'Base Set (Celebrations)', 'Charizard', '004/102', 'Near Mint Holofoil', 'Celebrations'],
  ['Pokemon', 'Base Set (Celebrations)', 'Charizard (Celebrations)', '004/102', 'Near Mint Holofoil', 'Celebrations'],
])('%s set “%s” is not surely the set without its brackets', async (line, set, name, number, condition, words) => {
  const row = await tcg(line, set, name, number, condition);
  expect(row).toMatchObject({ status: 'doubtful', card: null });
  expect(row.notes).toContain(words);
});

test.each([
  ['YuGiOh', 'Legend of Blue Eyes White Dragon (LOB)', ...blueEyes, 'Near Mint Unlimited'],
  ['YuGiOh', 'Legend of Blue Eyes White Dragon (1st Edition)', ...blueEyes, 'Near Mint'],
  ['YuGiOh', 'Legend of Blue Eyes White Dragon (2002)', ...blueEyes, 'Near Mint Unlimited'],
  ['Magic', 'Magic 2011 (M11)', 'Lightning Bolt', '149', 'Near Mint'],
  ['Magic', 'M11: Magic 2011', 'Lightning Bolt', '149', 'Near Mint'],
  ['Pokemon', 'Base Set (Shadowless)', 'Charizard', '004/102', 'Near Mint Holofoil'],
  ['Pokemon', 'Base Set (Unlimited)', 'Charizard', '004/102', 'Near Mint Holofoil'],
  ['Pokemon', 'Base Set (English)', 'Charizard', '004/102', 'Near Mint Holofoil'],
  ['Pokemon', 'SV: Scarlet & Violet 151', 'Pikachu', '025/165', 'Near Mint'],
])('%s set “%s” is the set of that name', async (line, set, name, number, condition) => {
  expect(await tcg(line, set, name, number, condition)).toMatchObject({ status: 'sure', notes: '' });
});

test('a language in the brackets of a set is the language of the copy, and is doubtful where the row names another', async () => {
  expect(await tcg('Magic', 'Magic 2011 (German)', 'Lightning Bolt', '149')).toMatchObject({
    status: 'sure',
    language: 'de',
  });
  const both = await tcg('Magic', 'Magic 2011 (German)', 'Lightning Bolt', '149', 'Near Mint - French');
  expect(both).toMatchObject({ status: 'doubtful', language: 'fr' });
  expect(both.notes).toMatch(/German.*French/);
});

test.each([
  ['Lightning Bolt (Foil)', 'foil'],
  ['Lightning Bolt [Foil]', 'foil'],
  ['Lightning Bolt (Non-Foil)', 'nonfoil'],
])('where the column of finishes is blank “%s” says it', async (name, finish) => {
  expect(await moxfield(name)).toMatchObject({ status: 'sure', finish });
  expect(await own(name)).toMatchObject({ status: 'sure', finish });
});

test('a finish in the brackets of a name that contradicts the row is doubtful', async () => {
  const contradiction = {
    status: 'doubtful',
    finish: null,
    notes: expect.stringMatching(/^The row has two finishes/),
  };
  expect(await moxfield('Lightning Bolt (Non-Foil)', 'foil')).toMatchObject(contradiction);
  expect(await own('Lightning Bolt (Foil)', 'no')).toMatchObject(contradiction);
  expect(await tcg('Magic', 'Magic 2011', 'Lightning Bolt (Foil)', '149')).toMatchObject(contradiction);
  expect(await tcg('Magic', 'Magic 2011', 'Lightning Bolt (Non-Foil)', '149', 'Near Mint Foil')).toMatchObject(
    contradiction,
  );
  expect(await tcg('Pokemon', 'Base Set', 'Charizard (Reverse Holo)', '004/102', 'Near Mint Holofoil')).toMatchObject(
    contradiction,
  );
  expect(await own('Charizard (Reverse Holo)', 'holo', 'Base Set', '4', 'pokemon')).toMatchObject(contradiction);
  // Base Set has no reverse holos.
  expect(await own('Charizard (Reverse Holo)', '', 'Base Set', '4', 'pokemon')).toMatchObject({
    status: 'doubtful',
    finish: null,
  });
  expect(await tcg('Magic', 'Magic 2011', 'Lightning Bolt (Foil)', '149', 'Near Mint Foil')).toMatchObject({
    status: 'sure',
    finish: 'foil',
  });
});

test.each([
  'Borderless',
  'Extended Art',
  'Showcase',
  'Retro Frame',
  'Gold',
  'Full Art',
  'Alternate Art',
  'Mythic',
])('a plain printing is not a sure match of “(%s)”', async (words) => {
  for (const row of [
    await moxfield(`Lightning Bolt (${words})`),
    await own(`Lightning Bolt (${words})`),
    await tcg('Magic', 'Magic 2011', `Lightning Bolt (${words})`, '149'),
  ]) {
    expect(row).toMatchObject({ status: 'doubtful', card: null });
    expect(row.notes).toContain(words);
  }
  expect(await tcg('Pokemon', 'Base Set', `Charizard (${words})`, '004/102', 'Near Mint Holofoil')).toMatchObject({
    status: 'doubtful',
  });
});

test('a treatment that the catalogue has leaves the row sure', async () => {
  const umbreon = await tcg(
    'Pokemon',
    'SWSH07: Evolving Skies',
    'Umbreon VMAX (Alternate Art Secret)',
    '215/203',
    'Near Mint Holofoil',
  );
  expect(umbreon).toMatchObject({ status: 'sure' });
  const elsa = await tcg(
    'Lorcana TCG',
    'The First Chapter',
    'Elsa - Spirit of Winter (Enchanted)',
    '207/204',
    'Near Mint Holofoil',
  );
  expect(elsa).toMatchObject({ status: 'sure' });
  expect(await own('Lightning Bolt (Common)')).toMatchObject({ status: 'sure' });
});

test('a code in place of the set’s name is the set with that code', async () => {
  for (const set of ['m11', 'M11']) {
    const row = await own('Lightning Bolt', '', set);
    expect(row).toMatchObject({ status: 'sure', card: { setCode: 'M11', number: '149' } });
  }
  expect(await own('Charizard', 'holo', 'base1', '4', 'pokemon')).toMatchObject({
    status: 'sure',
    card: { externalId: 'base1-4' },
  });
  expect(await own('Lightning Bolt', '', 'zz9')).toMatchObject({
    status: 'rejected',
    notes: expect.stringContaining('No set has this name'),
  });
});
