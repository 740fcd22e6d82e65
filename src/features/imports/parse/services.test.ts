import { beforeAll, describe, expect, test } from 'vitest';
import { shippedCards } from '../catalogue.testing.ts';
import type { CardSource } from '../find-cards.ts';
import { noteText } from '../model/note.texts.ts';
import type { OwnColumns } from '../read/own-columns.ts';
import type { StockRow } from './parse-row.ts';
import { readStock } from './read-stock.ts';

/** Files with the original headers and words of the services. */
let source: CardSource;
beforeAll(() => {
  source = shippedCards();
}, 60_000);

async function rowsOf(text: string, own: readonly OwnColumns[] = []): Promise<StockRow[]> {
  return (await readStock(new TextEncoder().encode(text), source, { own })).rows;
}

/** The tested properties of a row; the others may have any value. */
type Expected = Partial<Omit<StockRow, 'card' | 'notes' | 'price'>> & {
  card?: string | null;
  note?: RegExp;
  price?: number | null;
};

function expectRow(row: StockRow | undefined, { card, note, price, ...facts }: Expected): void {
  if (!row) throw new Error('no such row');
  const { card: own, price: priced, notes, ...rest } = row;
  const named = Object.keys(facts) as (keyof typeof facts)[];
  expect({
    ...Object.fromEntries(named.map((fact) => [fact, rest[fact]])),
    ...(card !== undefined && { card: own?.externalId ?? null }),
    ...(price !== undefined && { price: priced?.amount ?? null }),
    notes,
  }).toEqual({
    ...facts,
    ...(card !== undefined && { card }),
    ...(price !== undefined && { price }),
    notes: expect.anything(),
  });
  if (note) expect(notes.map(noteText).join(' ')).toMatch(note);
}

async function expectRows(
  header: string,
  rows: readonly (readonly [string, Expected])[],
  own: readonly OwnColumns[] = [],
): Promise<void> {
  const read = await rowsOf([header, ...rows.map(([row]) => row)].join('\n'), own);
  expect(read).toHaveLength(rows.length);
  for (const [n, [, named]] of rows.entries()) expectRow(read[n], named);
}

const collectrHeader =
  'Portfolio Name,Category,Set,Product Name,Card Number,Rarity,Variance,Grade,Card Condition,Average Cost Paid,Quantity,Market Price (As of 2026-11-01),Price Override,Watchlist,Date Added,Notes';
const collectr = (
  grade: string,
  { variance = 'Holofoil', set = 'Base Set', name = 'Charizard', number = '4/102', game = 'Pokemon' } = {},
) => `Main,${game},${set},${name},${number},,${variance},"${grade}",Near Mint,1.00,1,3.00,0,FALSE,6/30/2026,`;

describe('grades', () => {
  const graded = (company: string, grade: string, more: Expected = {}): Expected => ({
    status: 'sure',
    grading: { company, grade },
    ...more,
  });
  test.each<[string, Expected]>([
    ['PSA 10.0 GEM - MT', graded('PSA', '10', { description: null })],
    ['PSA 9.0 MINT', graded('PSA', '9')],
    ['PSA 8.0 NM-MT', graded('PSA', '8')],
    ['PSA 1.5 FAIR', graded('PSA', '1.5')],
    ['PSA GEM MT 10', graded('PSA', '10')],
    ['BGS 10.0 Black Label', graded('BGS', '10', { description: 'Grade label: Black Label.' })],
    ['CGC 10 Pristine', graded('CGC', '10', { description: 'Grade label: Pristine.' })],
    ['CGC 9.5 Mint+', graded('CGC', '9.5')],
    ['TAG 10.0 Pristine', graded('TAG', '10')],
    ['Beckett 9.5', graded('BGS', '9.5')],
    ['BGS 9,5', graded('BGS', '9.5')],
    ['SGC 9', graded('SGC', '9')],
    ['ACE 10', graded('ACE', '10')],
    ['psa10', graded('PSA', '10')],
    ['Professional Sports Authenticator (PSA) 9', graded('PSA', '9')],
    ['PSA Authentic', graded('PSA', 'Authentic')],
    ['ＰＳＡ　１０', graded('PSA', '10')],
    ['PSA-10', graded('PSA', '10')],
    ['BGS 9.5', graded('BGS', '9.5')],
    ['PSA 9.5', { status: 'doubtful', grading: null, note: /PSA doesn’t use the grade 9.5/ }],
    ['Ungraded', { status: 'sure', grading: null }],
    ['Raw', { status: 'sure', grading: null }],
    ['', { status: 'sure', grading: null }],
    [
      'PSA 9 (OC)',
      {
        status: 'doubtful',
        grading: { company: 'PSA', grade: '9' },
        note: /^Is the grade PSA 9\? The file says “PSA 9 \(OC\)”\./,
      },
    ],
    ['Slabbed', { status: 'doubtful', grading: null, note: /the grade “Slabbed”/ }],
    ['9', { status: 'doubtful', grading: null, note: /who graded “9”/ }],
    ['PSA 11', { status: 'doubtful', grading: null, note: /the grade “PSA 11”/ }],
    ['PSA 8.7', { status: 'doubtful', grading: null, note: /the grade “PSA 8.7”/ }],
    ['Moonlight Grading 9', { status: 'doubtful', note: /who graded “Moonlight Grading 9”/ }],
  ])('a grade written “%s” is read, or looked at', async (grade, named) => {
    await expectRows(collectrHeader, [[collectr(grade), named]]);
  });

  const ebayHeader =
    'Info,Version=1.0.0,Template=fx_category_template_EBAY_US\n*Action(SiteID=US|Country=US|Currency=USD|Version=1193|CC=UTF-8),CustomLabel,*Category,*Title,*ConditionID,CD:Professional Grader - (ID: 27501),CD:Grade - (ID: 27502),CDA:Certification Number - (ID: 27503),CD:Card Condition - (ID: 40001),*C:Game,C:Card Name,C:Set,C:Rarity,C:Features,C:Finish,C:Card Number,C:Language,C:Graded,C:Professional Grader,C:Grade,C:Card Condition,C:Autographed,*StartPrice,*Quantity';
  const ebay = ({
    by = '',
    grade = '',
    features = '',
    graded: is = 'No',
    condition = '',
    codes = ',,,',
    autographed = '',
  }) =>
    `Add,S,183454,Charizard,2750,${codes},Pokémon TCG,Charizard,Base Set,Holo Rare,${features},Holo,4/102,English,${is},${by},${grade},${condition},${autographed},14.99,1`;
  test('eBay’s long names, its numbers and its features', async () => {
    await expectRows(ebayHeader, [
      [ebay({ by: 'Professional Sports Authenticator (PSA)', grade: '9' }), graded('PSA', '9')],
      [
        ebay({ by: 'Certified Guaranty Company (CGC)', grade: '9.5' }).replace('Add,S,', 'Add,S1,'),
        graded('CGC', '9.5'),
      ],
      [
        ebay({ by: 'Sportscard Guaranty Corporation (SGC)', grade: '10' }).replace('Add,S,', 'Add,S2,'),
        graded('SGC', '10'),
      ],
      [
        ebay({ codes: '275010,275022,81234560,' }).replace('Add,S,', 'Add,S3,'),
        { status: 'sure', grading: { company: 'PSA', grade: '9', certificate: '81234560' } },
      ],
      [
        ebay({ codes: ',,,400015' }).replace('Add,S,', 'Add,S4,'),
        { status: 'sure', grading: null, condition: 'excellent' },
      ],
      [
        ebay({ graded: 'Yes', condition: 'Near Mint or Better' }).replace('Add,S,', 'Add,S5,'),
        { status: 'doubtful', note: /graded/ },
      ],
      [
        ebay({ by: 'A Grading House With A Long Name', grade: '9' }).replace('Add,S,', 'Add,S6,'),
        { status: 'doubtful', note: /know the grading company/ },
      ],
      [
        ebay({ features: '1st Edition|Holo', condition: 'Near Mint or Better' }).replace('Add,S,', 'Add,S7,'),
        { status: 'sure', edition: 'first' },
      ],
      [
        ebay({ features: 'Prerelease', condition: 'Near Mint or Better' }).replace('Add,S,', 'Add,S8,'),
        { status: 'doubtful', note: /the features “Prerelease”/ },
      ],
      [
        ebay({ features: 'Full Art', condition: 'Near Mint or Better' }).replace('Add,S,', 'Add,S10,'),
        { status: 'doubtful', note: /the features “Full Art”/ },
      ],
      [
        ebay({ features: 'Reverse Holo', condition: 'Near Mint or Better' }).replace('Add,S,', 'Add,S11,'),
        { status: 'doubtful', finish: null, note: /two finishes, “Foil” and “Reverse holo”/ },
      ],
      [
        ebay({ autographed: 'Yes', condition: 'Near Mint or Better' }).replace('Add,S,', 'Add,S9,'),
        { status: 'sure', signed: true },
      ],
    ]);
  });
});

const tcgHeader =
  'TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,TCG Direct Low,TCG Low Price With Shipping,TCG Low Price,Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL';
let sku = 0;
const tcg = (
  line: string,
  set: string,
  name: string,
  number: string,
  condition: string,
  { quantity = '1', price = '9.00' } = {},
) => `${++sku},${line},${set},${name},,${number},C,${condition},1.00,,,,${quantity},0,${price},`;
const bolt = (condition: string) => tcg('Magic', 'Magic 2011', 'Lightning Bolt', '149', condition);

test('the editions of a printing, from TCGplayer’s condition, Collectr’s variance and the name of the set', async () => {
  await expectRows(tcgHeader, [
    [
      tcg(
        'YuGiOh',
        'Legend of Blue Eyes White Dragon',
        'Blue-Eyes White Dragon',
        'LOB-001',
        'Moderately Played 1st Edition',
      ),
      { status: 'sure', edition: 'first', description: '1st Edition.' },
    ],
    [
      tcg(
        'YuGiOh',
        'Legend of Blue Eyes White Dragon',
        'Blue-Eyes White Dragon',
        'LOB-001',
        'Moderately Played Unlimited',
      ),
      { status: 'sure', edition: 'unlimited', description: null },
    ],
    [
      tcg('Pokemon', 'Jungle', 'Pikachu', '060/064', 'Near Mint 1st Edition'),
      { status: 'sure', edition: 'first', finish: 'normal' },
    ],
    [
      tcg('Pokemon', 'Base Set (Shadowless)', 'Pikachu', '058/102', 'Near Mint'),
      { status: 'sure', edition: 'shadowless', card: 'base1-58' },
    ],
    [tcg('Pokemon', 'Base Set (Shadowless)', 'Pikachu', '058/102', 'Near Mint Unlimited'), { edition: 'shadowless' }],
    [
      tcg('Pokemon', 'Base Set (Shadowless)', 'Pikachu', '058/102', 'Near Mint 1st Edition'),
      { status: 'sure', edition: 'first' },
    ],
    [
      tcg('Pokemon', 'SV: Scarlet & Violet 151', 'Pikachu', '025/165', 'Near Mint 1st Edition'),
      { status: 'doubtful', note: /isn’t known in the edition “1st Edition”/ },
    ],
  ]);
  const jungle = { set: 'Jungle', name: 'Pikachu', number: '60/64' };
  await expectRows(collectrHeader, [
    [
      collectr('Ungraded', { variance: '1st Edition', ...jungle }),
      { status: 'sure', edition: 'first', finish: 'normal' },
    ],
    [collectr('Ungraded', { variance: '1st Edition Holofoil' }), { status: 'sure', edition: 'first', finish: 'holo' }],
    [collectr('Ungraded', { variance: 'Unlimited Holofoil' }), { status: 'sure', edition: 'unlimited' }],
    [
      collectr('Ungraded', { variance: 'Cosmos Holofoil' }),
      { status: 'doubtful', note: /the finish “Cosmos Holofoil”/ },
    ],
  ]);
});

test('TCGplayer’s conditions with a language behind them, and rows without copies', async () => {
  await expectRows(tcgHeader, [
    [bolt('Near Mint Foil - Japanese'), { status: 'sure', language: 'ja', finish: 'foil', condition: 'near_mint' }],
    [bolt('Near Mint Foil - Chinese (S)'), { status: 'sure', language: 'zh', finish: 'foil' }],
    [bolt('Lightly Played - Chinese (T)'), { status: 'sure', language: 'zh-hant', finish: 'nonfoil' }],
    [bolt('Damaged - Korean'), { status: 'sure', language: 'ko', condition: 'poor' }],
    [bolt('Near Mint - Portuguese'), { status: 'sure', language: 'pt' }],
    [bolt('Near Mint - Phyrexian'), { status: 'rejected', note: /Phyrexian/ }],
    [
      tcg('Magic', 'Magic 2011', 'Lightning Bolt', '149', 'Near Mint', { quantity: '0', price: '' }),
      { status: 'sure', isLeftOut: true, note: /row is skipped/ },
    ],
    [
      tcg('Magic', 'A Set of Nowhere', 'Nobody', '1', 'Near Mint', { quantity: '0', price: '' }),
      { status: 'sure', isLeftOut: true },
    ],
  ]);
});

test('Japanese lines and sets are never a sure match of the English card with the same name and number', async () => {
  const japanese: Expected = { status: 'doubtful', card: null, language: 'ja', note: /isn’t an English product line/ };
  await expectRows(tcgHeader, [
    [
      tcg('Pokemon Japan', 'SV2a: Pokemon Card 151', 'Charizard ex - 006/165', '006/165', 'Near Mint Holofoil'),
      japanese,
    ],
    [tcg('Pokemon Japan', 'SV11B: Black Bolt', 'Snivy', '001/086', 'Near Mint'), { language: 'ja', card: null }],
    [tcg('Pokemon', 'SV2a: Pokemon Card 151', 'Pikachu', '025/165', 'Near Mint'), { status: 'doubtful', card: null }],
    [tcg('Pokemon', 'SV11B: Black Bolt', 'Snivy', '001/086', 'Near Mint'), { status: 'doubtful', card: null }],
    [
      tcg('Pokemon', 'SV: Scarlet & Violet 151', 'Pikachu', '025/165', 'Near Mint'),
      { status: 'sure', card: 'sv03.5-025' },
    ],
  ]);
  await expectRows(collectrHeader, [
    [
      collectr('Ungraded', {
        variance: 'Normal',
        set: 'SV2a: Pokemon Card 151',
        name: 'Pikachu',
        number: '025/165',
        game: 'Pokemon Japan',
      }),
      japanese,
    ],
  ]);
});

test('promo lines match the promo sets, and additional words of a name are checked', async () => {
  const pokemon = (set: string, name: string, number: string) =>
    tcg('Pokemon', set, name, number, 'Near Mint Holofoil');
  await expectRows(tcgHeader, [
    [pokemon('SV: Scarlet & Violet Promo Cards', 'Pikachu - 027', '027'), { status: 'sure', card: 'svp-027' }],
    [
      pokemon('SWSH: Sword & Shield Promo Cards', 'Charizard - SWSH066', 'SWSH066'),
      { status: 'sure', card: 'swshp-SWSH066' },
    ],
    [pokemon('Black and White Promos', 'Pikachu - BW54', 'BW54'), { card: 'bwp-BW54' }],
    [pokemon('SM Promos', 'Rowlet - SM01', 'SM01'), { card: 'smp-SM01' }],
    [tcg('Pokemon', 'WoTC Promo', 'Mewtwo', '3', 'Near Mint'), { status: 'sure', card: 'basep-3' }],
    [
      pokemon('Base Set', 'Charizard (Prerelease)', '004/102'),
      { status: 'doubtful', card: null, note: /“Prerelease”/ },
    ],
    [pokemon('SV: Scarlet & Violet Promo Cards', 'Pikachu (Staff)', '027'), { status: 'doubtful', note: /“Staff”/ }],
    [pokemon('Base Set', 'Charizard (4)', '004/102'), { status: 'sure', card: 'base1-4' }],
    [
      tcg('Magic', 'Promo Pack: Kaldheim', 'Binding of the Old Gods', '206', 'Near Mint'),
      { status: expect.not.stringMatching('sure') as never },
    ],
  ]);
});

const ownColumns = (more: Partial<OwnColumns> = {}): OwnColumns => ({
  header: ['card', 'set', 'no', 'foil', 'cond', 'qty', 'price', 'lang'],
  columns: { name: 0, setName: 1, number: 2, finish: 3, condition: 4, quantity: 5, price: 6, language: 7 },
  game: 'magic',
  currency: 'USD',
  condition: null,
  ...more,
});
const ownHeader = 'Card;Set;No;Foil;Cond;Qty;Price;Lang';
const own = ({
  foil = 'no',
  cond = 'NM',
  price = '1.50',
  lang = 'EN',
  set = 'Magic 2011',
  no = '149',
  name = 'Lightning Bolt',
} = {}) => `${name};${set};${no};${foil};${cond};1;${price};${lang}`;

test.each<[string, Expected]>([
  ...[
    'Non Foil',
    'NON FOIL',
    'No Foil',
    'non-foil',
    'nonfoil',
    'Not Foil',
    'Non-Holo',
    'No',
    'N',
    '0',
    'false',
    'Regular',
    'Normal',
    'Nein',
    '',
  ].map((said) => [said, { status: 'sure', finish: 'nonfoil' }] as [string, Expected]),
  ...['Foil', 'FOIL', '1', 'Y', 'yes', 'TRUE', 'x', 'Traditional Foil', 'holo', 'Ja', '✓'].map(
    (said) => [said, { status: 'sure', finish: 'foil' }] as [string, Expected],
  ),
  ...['F', 'Surge Foil', 'Galaxy Foil', 'shiny', 'maybe', '2'].map(
    (said) => [said, { status: 'doubtful', note: /finish/ }] as [string, Expected],
  ),
])('a finish written “%s” is read, or looked at', async (foil, named) => {
  await expectRows(ownHeader, [[own({ foil }), named]], [ownColumns()]);
});

test.each<[string, string | null]>([
  ['NM/M', 'near_mint'],
  ['NM-MT', 'near_mint'],
  ['Near Mint (NM)', 'near_mint'],
  ['EX+', null],
  ['SP', 'light_played'],
  ['Slightly Played', 'light_played'],
  ['Light Play', 'light_played'],
  ['VG', 'good'],
  ['G', 'good'],
  ['MP', 'played'],
  ['HP', 'poor'],
  ['DMG', 'poor'],
  ['Good (Lightly Played)', 'light_played'],
  ['NM Foil', 'near_mint'],
  ['Minty', null],
  ['7', null],
])('a condition written “%s” is read, or looked at', async (cond, condition) => {
  const named: Expected =
    condition === null ? { status: 'doubtful', condition, note: /condition/ } : { status: 'sure', condition };
  await expectRows(ownHeader, [[own({ cond, foil: cond === 'NM Foil' ? 'foil' : 'no' }), named]], [ownColumns()]);
});

test.each([
  ['€1.20', 120],
  ['1.20 €', 120],
  ['1.20 EUR', 120],
  ['EUR 1.20', 120],
  ['€1,234.50', 123_450],
  ['€.99', 99],
  ['5.-', 500],
  ['5,-', 500],
  ['1２.5０', 1250],
  ['１２．５０', 1250],
  ['0.00', null],
  ['€0,00', null],
  ['', null],
])('a price in euros written “%s” is read as in the listing form', async (price, amount) => {
  await expectRows(ownHeader, [[own({ price }), { status: 'sure', price: amount }]], [ownColumns({ currency: 'EUR' })]);
});

test('prices: a decimal comma, another currency, and ambiguous amounts', async () => {
  const euros = [ownColumns({ currency: 'EUR' })];
  const priced = (...prices: [string, Expected][]) =>
    expectRows(
      ownHeader,
      prices.map(([price, named]) => [own({ price }), named] as const),
      euros,
    );
  await priced(
    ['1,50', { price: 150 }],
    ['2,00 €', { price: 200 }],
    ['€3,00', { price: 300 }],
    ['1.234,50', { price: 123_450 }],
    ['1.234', { status: 'sure', price: 123_400 }],
  );
  await priced(
    ['$5', { status: 'rejected', note: /another currency/ }],
    ['£5', { status: 'rejected', note: /another currency/ }],
    ['5.00', { price: 500 }],
  );
  await priced(
    ['1.50', { price: 150 }],
    ['1,234', { status: 'sure', price: 123_400 }],
    ['2,75', { status: 'doubtful', price: 275 }],
  );
  await priced(['1,234', { status: 'doubtful', price: 123_400 }]);
  await priced(['0.001', { status: 'rejected' }], ['-3', { status: 'rejected' }], ['free', { status: 'rejected' }]);
});

test('an unknown language value is doubtful', async () => {
  await expectRows(
    ownHeader,
    [
      [own({ lang: 'Klingon' }), { status: 'doubtful', note: /“Klingon” isn’t a supported language/ }],
      [own({ lang: 'Japanisch' }), { status: 'sure', language: 'ja' }],
      [own({ lang: 'zh_TW' }), { status: 'sure', language: 'zh-hant' }],
    ],
    [ownColumns()],
  );
});

test('numbers that a spreadsheet turned into dates', async () => {
  const columns = [ownColumns({ game: 'pokemon' })];
  const base = (no: string) => own({ name: 'Charizard', set: 'Base Set', no, foil: 'holo' });
  const scyther = (no: string) => own({ name: 'Scyther', set: 'Jungle', no, foil: 'holo' });
  const read: Expected = { status: 'doubtful', card: 'base1-4', note: /^A spreadsheet turned the number into a date/ };
  await expectRows(
    ownHeader,
    [
      [base('12-Apr'), read],
      [base('4/12/2024'), read],
      [base('12/04/2024'), read],
      [base('2024-04-12'), read],
      [base('12.04.2024'), read],
      [base('12-Apr-24'), read],
      [scyther('Oct-64'), { card: 'base2-10', note: /Is it 10\/64\?/ }],
    ],
    columns,
  );
});

const cardmarketHeader =
  '"idArticle";"idProduct";"English Name";"Local Name";"Exp.";"Exp. Name";"Price";"Language";"Condition";"Foil?";"Signed?";"Playset?";"Altered?";"Comments";"Amount";"onSale"';
const cardmarket = ({
  price = '4.00',
  signed = '',
  playset = '',
  altered = '',
  amount = '2',
  language = '1',
  condition = 'NM',
  foil = '',
}) =>
  `"${++sku}";"0";"Lightning Bolt";"";"M11";"Magic 2011";"${price}";"${language}";"${condition}";"${foil}";"${signed}";"${playset}";"${altered}";"";"${amount}";"1"`;

test('Cardmarket’s stock: playsets become copies at a quarter of the price, signed and altered copies are flagged', async () => {
  await expectRows(cardmarketHeader, [
    [
      cardmarket({ playset: 'X' }),
      { status: 'sure', quantity: 8, price: 100, note: /^2 playsets are listed as 8 copies for €1\.00 each\.$/ },
    ],
    [
      cardmarket({ playset: 'X', price: '4.01' }),
      { status: 'doubtful', quantity: 8, price: null, note: /can’t be divided by 4/ },
    ],
    [cardmarket({ playset: 'perhaps' }), { status: 'doubtful', note: /“Playset” has “perhaps”/ }],
    [cardmarket({}), { status: 'sure', quantity: 2, price: 400, signed: false, altered: false }],
    [cardmarket({ signed: 'X' }), { status: 'sure', signed: true, description: 'Signed.' }],
    [cardmarket({ altered: 'X' }), { status: 'sure', altered: true, description: 'Altered.' }],
    [cardmarket({ signed: 'by the artist' }), { status: 'doubtful', note: /“Signed” has “by the artist”/ }],
    [
      cardmarket({ language: '11', condition: '3', foil: 'X' }),
      { status: 'sure', language: 'zh-hant', condition: 'excellent', finish: 'foil' },
    ],
    [cardmarket({ language: '12' }), { status: 'doubtful', note: /“12” isn’t a supported language/ }],
  ]);
});

test('Cardmarket’s stock by product: cards by number alone, conditions and languages in numbers', async () => {
  const header =
    'idProduct;groupCount;price;idLanguage;condition;isFoil;isSigned;isAltered;isPlayset;isReverseHolo;isFirstEd;isFullArt;isUberRare;isWithDie';
  await expectRows(header, [
    [
      '5395;1;250.00;1;2;;;;;;;;;',
      {
        status: 'sure',
        card: 'd573ef03-4730-45aa-93dd-e45ac1dbaf4a',
        condition: 'near_mint',
        price: 25_000,
        said: 'Cardmarket 5395',
      },
    ],
    ['5833;2;300.00;3;3;;;;;;;;;', { status: 'sure', language: 'de', condition: 'excellent', quantity: 2 }],
    ['5833;1;300.00;1;7;;1;;;;;;;', { status: 'sure', condition: 'poor', signed: true }],
    ['273857;1;12.00;1;2;;;;;;1;;;', { status: 'sure', card: 'base2-60', edition: 'first', finish: 'normal' }],
    ['273857;1;12.00;1;2;;;;;;;;;1', { status: 'doubtful', note: /in the column “isWithDie”/ }],
    ['999999999;1;12.00;1;2;;;;;;;;;', { status: 'rejected', note: /No card has the Cardmarket number 999999999/ }],
  ]);
});

test('ManaBox without binders, MTGGoldfish, TopDecked, Dragon Shield, Archidekt, Moxfield and Deckbox in their own words', async () => {
  await expectRows(
    'Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price,Misprint,Altered,Condition,Language,Purchase price currency',
    [
      [
        'Lightning Bolt,M11,Magic 2011,149,normal,common,2,26143,,1.5,false,false,near_mint,en,USD',
        { status: 'sure', finish: 'nonfoil', quantity: 2 },
      ],
      [
        '"Kongming, ""Sleeping Dragon""",PTK,Portal Three Kingdoms,9,normal,rare,1,11,,40.0,false,false,light_played,ja,EUR',
        { status: 'sure', language: 'ja' },
      ],
      [
        'Lightning Bolt,M11,Magic 2011,149,foil,common,1,1,,1.0,true,true,mint,zh_CN,USD',
        { status: 'sure', misprint: true, altered: true, language: 'zh', finish: 'foil' },
      ],
    ],
  );
  await expectRows('Card,Set ID,Set Name,Quantity,Foil,Variation,Collector Number,Scryfall ID', [
    ['Lightning Bolt,M11,Magic 2011,2,regular,"",149,', { status: 'sure', condition: null, finish: 'nonfoil' }],
    ['Lightning Bolt,M11,Magic 2011,1,foil,"",149,', { status: 'sure', finish: 'foil' }],
    ['Lightning Bolt,M11,Magic 2011,1,foil_etched,"",149,', { status: 'doubtful', note: /finish/ }],
    ['Ice,APC,Apocalypse,1,regular,"",128,', { status: 'sure', card: 'f98f4538-5b5b-475d-b98f-49d01dae6f04' }],
    ['Insectile Aberration,ISD,Innistrad,1,regular,"",51,', { status: 'sure' }],
  ]);
  await expectRows(
    'QUANTITY,"NAME",SETCODE,"SETNAME","COLLECTOR NUMBER",FINISH,PRICE,RARITY,ID,ACQUIRED DATE,ACQUIRED PRICE,LANG,PRICE SALE,SIGNING,ALTERATION,CONDITION,NOTES,TAGS',
    [
      [
        '1,"Lightning Bolt",m11,"Magic 2011",149,nonfoil,€4.53,common,,Fri May 15 2026 16:43:29,12,zht,,,false,near mint,,',
        { status: 'sure', language: 'zh-hant', price: null, altered: false },
      ],
      [
        '1,"Lightning Bolt",m11,"Magic 2011",149,foil,€4.53,common,,Fri May 15 2026 16:43:29,12,en,,,true,slightly played,,',
        { status: 'sure', altered: true, condition: 'light_played' },
      ],
    ],
  );
  await expectRows(
    'Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Price Bought,Date Bought',
    [
      [
        'Binder,1,0,Lightning Bolt,M11,Magic 2011,149,NearMint,Normal,Simplified Chinese,0.00,2026-05-02',
        { status: 'sure', language: 'zh' },
      ],
      [
        'Binder,1,0,Lightning Bolt,M11,Magic 2011,149,LightPlayed,Double Rainbow Foil,English,0.00,2026-05-02',
        { status: 'doubtful', note: /Double Rainbow Foil/ },
      ],
      [
        'Binder,1,0,Pikachu,JU,Jungle,60/64,NearMint,1st Edition,English,0.00,2026-05-02',
        { status: 'sure', card: 'base2-60', edition: 'first' },
      ],
    ],
  );
  await expectRows(
    'Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,Multiverse Id,Scryfall ID,Collector Number',
    [
      ...(['JP,ja', 'KR,ko', 'CS,zh', 'CT,zh-hant', 'ES,es'] as const).map((pair): [string, Expected] => {
        const [said = '', language = ''] = pair.split(',');
        return [
          `1,Lightning Bolt,Normal,NM,2026-05-02,${said},0.50,,Magic 2011,m11,,,149`,
          { status: 'sure', language },
        ];
      }),
      [
        '1,Lightning Bolt,Etched,D,2026-05-02,EN,0.50,,Magic 2011,m11,,,149',
        { status: 'doubtful', condition: 'poor', note: /doesn’t exist in this finish/ },
      ],
    ],
  );
  const moxfield =
    '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags","Last Modified","Collector Number","Alter","Proxy","Purchase Price"';
  const ofMoxfield = (condition: string, alter = 'False', edition = 'm11', no = '149') =>
    `"1","0","Lightning Bolt","${edition}","${condition}","English","","","2026-05-02 10:00:00.000000","${no}","${alter}","False",""`;
  await expectRows(moxfield, [
    [ofMoxfield('Good (Lightly Played)'), { status: 'sure', condition: 'light_played' }],
    [ofMoxfield('Played'), { status: 'sure', condition: 'played' }],
    [ofMoxfield('Mint', 'True'), { status: 'sure', altered: true }],
    [ofMoxfield('Near Mint', 'False', 'con', '15'), { status: 'rejected', note: /No set has the code CON\./ }],
    [ofMoxfield('Near Mint', 'False', '', ''), { status: 'rejected', note: /The set is missing/ }],
  ]);
  const deckbox =
    'Count,Tradelist Count,Name,Edition,Edition Code,Card Number,Condition,Language,Foil,Signed,Artist Proof,Altered Art,Misprint,Promo,Textless,Printing Id,Printing Note,Tags,My Price,Cost,Rarity,Price,TcgPlayer ID,Scryfall ID';
  await expectRows(deckbox, [
    [
      '1,0,Lightning Bolt,Magic 2011,m11,149,Near Mint,English,,signed,,,,,,1,,,$0.00,{R},Common,$1.20,,',
      { status: 'sure', signed: true, price: null },
    ],
    [
      '1,0,Lightning Bolt,Magic 2011,m11,149,Near Mint,English,,,proof,,,,,1,,,$1.50,{R},Common,$1.20,,',
      { status: 'doubtful', price: 150, note: /in the column “Artist Proof”/ },
    ],
    ['1,0,Æther Vial,Darksteel,dst,91,Near Mint,English,,,,,,,,1,,,$9.00,{1},Uncommon,$9.00,,', { status: 'sure' }],
    [
      '1,0,"Karn Liberated",Ultimate Masters: Box Toppers,puma,2,Near Mint,English,foil,,,,,,,1,,,$90.00,{7},MythicRare,$90.00,,',
      { status: 'sure', finish: 'foil' },
    ],
    [
      '1,0,Lightning Bolt,Wrong Name,xxx,,Near Mint,English,,,,,,,,1,,,$9.00,{R},Common,$9.00,,d573ef03-4730-45aa-93dd-e45ac1dbaf4a',
      { status: 'sure', card: 'd573ef03-4730-45aa-93dd-e45ac1dbaf4a' },
    ],
  ]);
});

test('symbols as numbers, and galleries as sets of their own', async () => {
  await expectRows(collectrHeader, [
    [
      collectr('Ungraded', { set: 'Unseen Forces Unown Collection', name: 'Unown', number: '?/28' }),
      { status: 'sure' },
    ],
    [
      collectr('Ungraded', { set: 'Unseen Forces Unown Collection', name: 'Unown', number: '!/28' }),
      { status: 'sure' },
    ],
    [
      collectr('Ungraded', { set: 'Crown Zenith: Galarian Gallery', name: 'Manaphy', number: 'GG06/GG70' }),
      { status: 'sure', card: 'swsh12.5gg-GG06' },
    ],
    [
      collectr('Ungraded', { set: 'Crown Zenith', name: 'Manaphy', number: 'GG06' }),
      { status: 'sure', card: 'swsh12.5gg-GG06' },
    ],
  ]);
});

test('one condition for a whole file, and rows that wait without one', async () => {
  const columns = { name: 0, setName: 1, number: 2, finish: 3, quantity: 5, price: 6, language: 7 };
  await expectRows(ownHeader, [[own(), { status: 'sure', condition: null }]], [ownColumns({ columns })]);
  await expectRows(
    ownHeader,
    [[own(), { status: 'sure', condition: 'excellent' }]],
    [ownColumns({ columns, condition: 'excellent' })],
  );
  const read = await rowsOf([ownHeader, own({ cond: '' })].join('\n'), [ownColumns()]);
  expectRow(read[0], { status: 'sure', condition: null });
});

test('a stray quotation mark rejects its row with its line; an unclosed one is named', async () => {
  const header =
    'Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,Collector Number,Alter,Proxy,Purchase Price';
  const good = '1,0,Lightning Bolt,m11,Near Mint,English,,,2026-05-02,149,False,False,';
  for (const stray of [
    '1,0,Pang Tong "Young Phoenix",ptk,Near Mint,English,,,,14,False,False,',
    '1,0,"Kongming, \\"Sleeping Dragon\\"",ptk,Near Mint,English,,,,9,False,False,',
    '1,0,"Toolbox" Henzie,ptk,Near Mint,English,,,,9,False,False,',
  ]) {
    const rows = await rowsOf([header, good, stray, good].join('\n'));
    expect(rows.map(({ status }) => status)).toEqual(['sure', 'rejected', 'sure']);
    expectRow(rows[1], { note: /^Line 3 has a quotation mark/ });
  }
  await expect(
    rowsOf([header, good, '1,0,"Lightning Bolt,m11,Near Mint,English,,,,149,False,False,', good].join('\n')),
  ).rejects.toThrow(/line 3 isn’t closed/);
});

test('headers in Japanese are suggested, and are not treated as capitals', async () => {
  const header = 'カード名,セット,番号,状態,枚数,価格';
  const columns = { name: 0, setName: 1, number: 2, condition: 3, quantity: 4, price: 5 };
  const refused = await readStock(new TextEncoder().encode(`${header}\nPikachu,Jungle,60,NM,1,1.00`), source).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ details: { suggested: columns } });
  const explained = [
    { header: header.split(','), columns, game: 'pokemon', currency: 'USD' as const, condition: null },
  ];
  const stock = await readStock(new TextEncoder().encode(`${header}\nPikachu,Jungle,60,NM,1,1.00`), source, {
    own: explained,
  });
  expect(stock.notes).toEqual([]);
});
