import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importTestCards, testCardId } from '#features/catalogue/testing.ts';
import { grantPremium } from '#features/tiers/index.server.ts';
import type { TestMember } from '#testing/server.ts';
import type { ImportedRow } from '../contract.ts';
import { header, importsMarket, rowOf, stock } from '../imports.testing.ts';

const { at, bring, premium, see } = importsMarket();

test('columns that are explained twice at once are stored once, a long header is accepted, and an invalid one is refused with the reason', async () => {
  const owner = await premium();
  const columns = { name: 0, condition: 1, quantity: 2 };
  const explain = (header: string[]) =>
    at.market.request('PUT', '/api/listings/import/columns', { as: owner, body: { header, columns } });
  const answers = await Promise.all(Array.from({ length: 6 }, () => explain(['Karte', 'Zustand', 'Stück'])));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const stored = async () =>
    (await at.market.platform.pool.query('select header from stock_import_columns where seller_id = $1', [owner.id]))
      .rows;
  expect(await stored()).toHaveLength(1);
  const long = Array.from({ length: 200 }, (_, n) => `${n} ${'é'.repeat(190)}`);
  expect((await explain(long)).status).toBe(200);
  expect(await stored()).toHaveLength(2);
  const nul = await explain(['Karte', 'Zu\0stand', 'Stück']);
  expect([nul.status, JSON.stringify(nul.body.errors)]).toEqual([
    422,
    expect.stringContaining('A header has characters that can’t be read. Rename it.'),
  ]);
  // All columns must be in the error, so that the answer is found again.
  const wide = [...Array.from({ length: 90 }, (_, n) => `Spalte ${n}`), 'Karte'].join(';');
  const row = `${'x;'.repeat(90)}Charizard`;
  const { body: unmapped } = await bring(`${wide}\n${row}`, owner);
  expect([unmapped.header.length, unmapped.sample[0].length]).toEqual([91, 91]);
  expect((await bring(`${wide};${wide};${wide}\n${row};${row};${row}`, owner)).body).not.toHaveProperty('header');
});

test('the description comes from a column that the seller chose and is previewed; private notes are never public', async () => {
  const owner = await premium();
  const { body: unmapped } = await bring('Card;Cond;Qty;Notes;Remarks\nCharizard;NM;1;paid 300;hide from Tom', owner);
  expect(unmapped.suggested).toEqual({ name: 0, condition: 1, quantity: 2 });
  const collectr = await readFile(join(import.meta.dirname, '../samples/collectr-export.csv'), 'utf8');
  const { body: shown } = await bring(collectr, owner);
  expect(new Set(shown.rows.map((row: { description: string | null }) => row.description))).toEqual(
    new Set([null, '1st Edition.']),
  );
  const columns = { name: 0, condition: 1, quantity: 2, description: 3 };
  await at.market.request('PUT', '/api/listings/import/columns', {
    as: owner,
    body: { header: unmapped.header, columns },
  });
  const { body: read } = await bring('Card;Cond;Qty;Notes;Remarks\nCharizard;NM;1;Clean back;hide from Tom', owner);
  expect(read.rows[0].description).toBe('Clean back');
});

test('SKU, storage location, note and cost of a custom file are stored with its listings', async () => {
  const owner = await premium();
  const text =
    'Card;Edition;No;Wear;Copies;Price;SKU;Box;Paid;Memo\nCharizard;Base Set;4/102;NM;1;12.50;CH-4;Box 7;3.20;from Tom';
  const { body: unmapped } = await bring(text, owner);
  expect(unmapped.suggested).toMatchObject({ sku: 6, place: 7, cost: 8 });
  const columns = {
    name: 0,
    setName: 1,
    number: 2,
    condition: 3,
    quantity: 4,
    price: 5,
    sku: 6,
    place: 7,
    cost: 8,
    privateNote: 9,
  };
  await at.market.request('PUT', '/api/listings/import/columns', {
    as: owner,
    body: { header: unmapped.header, columns },
  });
  const { body: read } = await bring(text, owner);
  const own = { sku: 'CH-4', place: 'Box 7', privateNote: 'from Tom', cost: { amount: 320, currency: 'USD' } };
  expect(read.rows[0]).toMatchObject({ status: 'sure', ...own });
  await at.market.request('POST', `/api/listings/import/${read.id}/commit`, { as: owner, body: {} });
  await at.market.runJobs();
  expect(
    (await at.market.request('GET', '/api/listings?seller=me&status=all', { as: owner })).body.items,
  ).toMatchObject([own]);
});

test('a custom file is read once its columns are explained, and so is every later one with that header', async () => {
  const owner = await premium();
  const own = 'Karte;Wo;Nr;Zustand;Stück;Preis\nCharizard;Base Set;4/102;NM;2;12,50\nPikachu;Base Set;58/102;LP;1;0,80';
  const refused = await bring(own, owner);
  expect(refused).toMatchObject({
    status: 422,
    body: {
      code: 'unreadable_file',
      header: ['Karte', 'Wo', 'Nr', 'Zustand', 'Stück', 'Preis'],
      sample: [
        ['Charizard', 'Base Set', '4/102', 'NM', '2', '12,50'],
        ['Pikachu', 'Base Set', '58/102', 'LP', '1', '0,80'],
      ],
      suggested: { condition: 3, price: 5 },
    },
  });
  const columns = { name: 0, setName: 1, number: 2, condition: 3, quantity: 4, price: 5 };
  const explain = (body: object, as = owner) => at.market.request('PUT', '/api/listings/import/columns', { as, body });
  const { header } = refused.body;
  expect((await explain({ header, columns: { name: 0, condition: 3 } })).body.errors).toEqual({
    columns: 'Choose the column with the quantity.',
  });
  expect((await explain({ header, columns: { ...columns, price: 6 } })).body.errors).toEqual({
    columns: 'Choose columns from 0 to 5.',
  });
  expect((await explain({ header, columns, game: 'chess' })).status).toBe(422);
  expect((await explain({ header, columns }, await at.market.signUp())).status).toBe(403);
  const stored = await explain({ header, columns, game: 'pokemon', currency: 'EUR' });
  expect(stored.status).toBe(200);
  const { body: read } = await bring(own.replace('Karte;Wo', 'KARTE ;wo'), owner);
  // A downloaded file has an additional last column, and counts as the same header.
  expect(
    (
      await bring(
        own.replaceAll('\n', ';Card: look again\n').replace('Preis;Card: look again', 'Preis;What to put right'),
        owner,
      )
    ).status,
  ).toBe(201);
  expect(read).toMatchObject({ format: 'own', counts: { sure: 2, doubtful: 0, rejected: 0 } });
  expect(rowOf(read.rows, 1)).toMatchObject({
    card: { id: testCardId('base1-4') },
    condition: 'near_mint',
    quantity: 2,
    price: { amount: 1250, currency: 'EUR' },
  });
  const other = await premium();
  expect((await bring(own, other)).status).toBe(422);
  const forget = (as: TestMember) =>
    at.market.request('DELETE', `/api/listings/import/columns/${stored.body.id}`, { as });
  expect((await forget(other)).status).toBe(404);
  expect((await forget(owner)).status).toBe(200);
  expect((await bring(own, owner)).status).toBe(422);
});

test('one finish for a whole file is no guess: a printing with two foils waits, as does a note of an older release about a foil that the file named', async () => {
  const zed = (name: string, number: string, finishes: string[]) => ({
    ...{ game: 'pokemon', setCode: 'ZED', setName: 'Zed Set', name, number, finishes, externalId: `zed-${number}` },
  });
  const cards = [
    zed('Raichu', '14', ['holo', 'reverse']),
    zed('Eevee', '51', ['normal', 'reverse']),
    zed('Etchy', '7', ['nonfoil', 'foil', 'etched']),
  ];
  await importTestCards(at.market.platform, cards);
  const owner = await premium();
  const header = ['Card', 'Edition', 'No', 'Wear', 'Copies', 'Ask'];
  const columns = { name: 0, setName: 1, number: 2, condition: 3, quantity: 4, price: 5 };
  const read = async (own: string[], of: object, rows: string[]) => {
    expect(
      (
        await at.market.request('PUT', '/api/listings/import/columns', {
          as: owner,
          body: { header: own, columns: of },
        })
      ).status,
    ).toBe(200);
    return (await bring([own.join(), ...rows].join('\n'), owner)).body;
  };
  const commit = async (id: string, finish: string) =>
    (await at.market.request('POST', `/api/listings/import/${id}/commit`, { as: owner, body: { finish } })).body;
  const facts = ({ rows }: { rows: ImportedRow[] }) => rows.map(({ status, finish, notes }) => [status, finish, notes]);

  const raichu = 'Raichu,Zed Set,14,NM,1,2.00';
  const unsaid = await read(header, columns, [raichu, 'Eevee,Zed Set,51,NM,1,2.00']);
  const waits = ['doubtful', null, ['The file has no finish, and this printing has 2. Choose one.']];
  expect([facts(unsaid), unsaid.progress.withoutFinish]).toEqual([[waits, waits], 2]);
  const answered = await commit(unsaid.id, 'foil');
  expect([facts(answered), answered.progress.withoutFinish]).toEqual([[waits, ['sure', 'reverse', []]], 1]);

  const stated = await read([...header, 'Foil'], { ...columns, finish: 6 }, [
    'Etchy,Zed Set,7,NM,1,3.00,foil',
    'Eevee,Zed Set,51,NM,1,2.00,normal',
  ]);
  const asBefore = ['Finish: the file does not say which one of 2; choose it.'];
  await at.market.platform.pool.query(
    "update stock_import_row set notes = $2, note_codes = '[]' where import_id = $1 and n = 1",
    [stated.id, asBefore],
  );
  expect(facts(await commit(stated.id, 'normal'))).toEqual([
    ['doubtful', null, asBefore],
    ['sure', 'normal', []],
  ]);
});

test('a member who may not export stock gets a message of its own', async () => {
  const { status, body } = await at.market.request('GET', '/api/listings/export.csv', { as: await at.market.signUp() });
  expect([status, body.message]).toEqual([
    403,
    'Exporting your inventory is part of Premium. On any plan, you can download your data in Settings.',
  ]);
});

test('a seller’s unsold copies are exported as a file that lists the same copies again, and never another seller’s', async () => {
  const owner = await premium();
  const { body: first } = await bring(stock, owner);
  await at.market.request('POST', `/api/listings/import/${first.id}/commit`, { as: owner, body: { status: 'draft' } });
  await at.market.runJobs();
  const take = (format: string, as = owner) =>
    fetch(`${at.market.url}/api/listings/export.csv?format=${format}`, { headers: { cookie: as.cookie } });
  const answer = await take('sleeved');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="stock-sleeved.csv"');
  const { body: second } = await bring(await answer.text(), owner);
  expect(second).toMatchObject({ format: 'sleeved', counts: { sure: 3, doubtful: 0, rejected: 0 } });
  const facts = (rows: ImportedRow[]) =>
    rows
      .filter(({ status }) => status === 'sure')
      .map(({ card, condition, finish, language, quantity, price }) => ({
        card: card?.id,
        condition,
        finish,
        language,
        quantity,
        price,
      }))
      .sort((a, b) => (a.card ?? '').localeCompare(b.card ?? ''));
  expect(facts(second.rows)).toEqual(facts(first.rows));

  expect((await (await take('cardmarket')).text()).trim().split('\r\n')).toHaveLength(1);
  expect((await (await take('tcgplayer')).text()).trim().split('\r\n')).toHaveLength(4);
  expect((await take('excel')).status).toBe(422);
  const other = await at.market.signUp();
  expect((await take('sleeved', other)).status).toBe(403);
  await grantPremium(at.market.platform, { userId: other.id, by: 'test' });
  expect((await (await take('sleeved', other)).text()).trim().split('\r\n')).toHaveLength(1);
});

test('in a collection without prices a row is corrected, one is left out, and the others get the given price', async () => {
  const owner = await premium();
  const text = [
    'Quantity,Name,Finish,Condition,Edition Name,Edition Code,Multiverse Id,Scryfall ID,Collector Number',
    '1,Storm Crow,Etched,NM,Alliances,all,,crow,36',
    '1,Force of Will,Normal,LP,Alliances,all,,fow,28',
    '2,Force of Will,Normal,NM,Alliances,all,,fow,28',
  ].join('\n');
  const { body: preview } = await bring(text, owner);
  expect(preview).toMatchObject({
    format: 'archidekt',
    counts: { sure: 2, doubtful: 1, rejected: 0 },
    progress: { of: 2, withoutPrice: 2 },
  });
  expect(rowOf(preview.rows, 1)?.notes).toEqual(['This printing doesn’t exist in this finish. Choose another finish.']);
  const change = (n: number, body: object) =>
    at.market.request('PUT', `/api/listings/import/${preview.id}/rows/${n}`, { as: owner, body });
  expect((await change(1, { finish: 'shiny' })).status).toBe(422);
  expect(
    rowOf((await change(1, { finish: 'foil', price: { amount: 400, currency: 'USD' } })).body.rows, 1),
  ).toMatchObject({
    status: 'sure',
    finish: 'foil',
  });
  expect((await change(2, { leaveOut: true })).body.progress).toMatchObject({ of: 2, withoutPrice: 1 });
  await at.market.request('POST', `/api/listings/import/${preview.id}/commit`, {
    as: owner,
    body: { price: { amount: 950, currency: 'USD' } },
  });
  await at.market.runJobs();
  expect((await see(preview.id, owner)).body.progress).toEqual({
    of: 2,
    listed: 2,
    refused: 0,
    withoutPrice: 0,
    withoutFinish: 0,
    withoutCondition: 0,
    withoutShipping: 0,
    willNeedPhoto: 0,
    forSale: 2,
    needPhoto: 0,
    drafts: 0,
    unlisted: 0,
  });
  const { items } = (await at.market.request('GET', '/api/listings?seller=me&status=all', { as: owner })).body;
  const facts = items.map(({ name, finish, quantity, price }: Record<string, { amount: number }>) => [
    name,
    finish,
    quantity,
    price?.amount,
  ]);
  expect(facts.sort()).toEqual([
    ['Force of Will', 'nonfoil', 2, 950],
    ['Storm Crow', 'foil', 1, 400],
  ]);
});

test('a file without finishes asks once, for all rows that only lack a finish', async () => {
  const owner = await premium();
  const header = ['Card', 'Edition', 'No', 'Wear', 'Copies', 'Ask'];
  const columns = { name: 0, setName: 1, number: 2, condition: 3, quantity: 4, price: 5 };
  expect(
    (await at.market.request('PUT', '/api/listings/import/columns', { as: owner, body: { header, columns } })).status,
  ).toBe(200);
  const crow = 'Storm Crow,Alliances,36,NM,1,2.00';
  const text = [
    header.join(),
    crow,
    crow,
    'Force of Will,Alliances,28,NM,1,8.00',
    'Storm Crow,Alliances,36,NM,one,2.00',
  ].join('\n');
  const commit = (id: string, body: object) =>
    at.market.request('POST', `/api/listings/import/${id}/commit`, { as: owner, body });
  const { body: preview } = await bring(text, owner);
  expect(preview).toMatchObject({
    counts: { sure: 1, doubtful: 2, rejected: 1 },
    progress: { of: 1, withoutFinish: 2 },
  });
  expect((await commit(preview.id, { finish: 'shiny' })).body.errors).toEqual({
    finish: 'Choose normal or foil for the rows without a finish.',
  });
  expect((await commit(preview.id, { finish: 'foil' })).body.progress).toMatchObject({ of: 3, withoutFinish: 0 });
  await at.market.runJobs();
  const { rows, progress } = (await see(preview.id, owner)).body;
  expect([progress.listed, rows.map(({ finish }: { finish: string }) => finish)]).toEqual([
    3,
    ['foil', 'foil', 'nonfoil', null],
  ]);
  // Without an answer they wait.
  const { body: again } = await bring([header.join(), crow, 'Force of Will,Alliances,28,NM,1,8.00'].join('\n'), owner);
  expect((await commit(again.id, {})).body.progress).toMatchObject({ of: 1, withoutFinish: 1 });
});

test('an unreadable file is refused with the reason, and nothing is written', async () => {
  const problems: [text: string, sentence: RegExp][] = [
    ['Card,Qty wanted,Remarks\nBlack Lotus,1,one day', /recognize these columns: Card, Qty wanted, Remarks\./],
    [`${header}\n1,Pokemon,"Base Set,Pikachu,58,C,Near Mint,1,1.00\n`, /opens in line 2 isn’t closed/],
    [header, /a header but no rows/],
    ['<!doctype html><title>Sign in</title>', /a web page, not a CSV file/],
  ];
  for (const [text, sentence] of problems) {
    const answer = await bring(text);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'unreadable_file', message: expect.stringMatching(sentence) },
    });
  }
  const many = [
    header,
    ...Array.from({ length: 50_001 }, (_, n) => `${n},Pokemon,Base Set,Pikachu,58,C,Near Mint,1,1.00`),
  ].join('\n');
  expect((await bring(many)).body.errors).toEqual({
    file: 'The file has 50,001 rows. Split it into files of at most 50,000 rows.',
  });
});

test('a file without conditions: one for the whole file, or rows that wait until one is given at the commit', async () => {
  const owner = await premium();
  const text = 'Card;Set;No;Qty;Price\nPikachu;Base Set;58/102;2;1.50\nBlastoise;Base Set;2/102;1;30.00';
  const columns = { name: 0, setName: 1, number: 2, quantity: 3, price: 4 };
  const explain = (more: object) =>
    at.market.request('PUT', '/api/listings/import/columns', {
      as: owner,
      body: { header: ['Card', 'Set', 'No', 'Qty', 'Price'], columns, game: 'pokemon', ...more },
    });
  expect((await explain({ condition: 'shabby' })).body.errors.condition).toMatch(
    /^Choose one of these conditions: mint/,
  );
  expect((await explain({})).status).toBe(200);
  const { body: waiting } = await bring(text, owner);
  expect(waiting.rows.map(({ status, condition }: ImportedRow) => [status, condition])).toEqual([
    ['sure', null],
    ['sure', null],
  ]);
  expect(waiting.progress).toMatchObject({ withoutCondition: 2, forSale: 0 });
  const commit = (id: string, body: object) =>
    at.market.request('POST', `/api/listings/import/${id}/commit`, { as: owner, body });
  expect((await commit(waiting.id, { condition: 'shabby' })).status).toBe(422);
  await commit(waiting.id, {});
  await at.market.runJobs();
  const { body: unlisted } = await see(waiting.id, owner);
  expect(unlisted.rows.map(({ outcome }: ImportedRow) => outcome)).toEqual(
    Array(2).fill('Not imported. The condition is missing.'),
  );
  await commit(waiting.id, { condition: 'excellent' });
  await at.market.runJobs();
  const { body: listed } = await see(waiting.id, owner);
  expect(listed.progress).toMatchObject({ listed: 2, withoutCondition: 0 });
  // What is for sale, and what needs a photo.
  expect(listed.progress).toMatchObject({ forSale: 1, needPhoto: 1 });
  const { body: own } = await at.market.request('GET', '/api/listings?seller=me&status=all', { as: owner });
  expect(own.items.map(({ condition }: { condition: string }) => condition)).toEqual(['excellent', 'excellent']);
  expect((await explain({ condition: 'played' })).status).toBe(200);
  const { body: explained } = await bring(text, owner);
  expect(explained.rows.map(({ condition }: ImportedRow) => condition)).toEqual(['played', 'played']);
  expect(explained.progress).toMatchObject({ of: 2, willNeedPhoto: 1 });
});

test('a value that could not be read is set by the seller before the row is accepted, and never replaced by another', async () => {
  const owner = await premium();
  const columns = { name: 0, setName: 1, number: 2, condition: 3, quantity: 4, price: 5, language: 6, signed: 7 };
  const header = ['Card', 'Set', 'No', 'Wear', 'Qty', 'Price', 'Tongue', 'Ink'];
  await at.market.request('PUT', '/api/listings/import/columns', {
    as: owner,
    body: { header, columns, game: 'pokemon' },
  });
  const { body: read } = await bring(`${header.join(';')}\nPikachu;Base Set;58/102;Minty;1;1.50;Klingon;yes`, owner);
  expect(read.rows[0]).toMatchObject({
    status: 'doubtful',
    condition: null,
    signed: true,
    altered: false,
    edition: null,
    description: 'Signed.',
  });
  const take = (body: object) =>
    at.market.request('PUT', `/api/listings/import/${read.id}/rows/1`, {
      as: owner,
      body: { leaveOut: false, ...body },
    });
  expect((await take({})).body.errors).toEqual({ condition: 'Choose a condition first.' });
  expect((await take({ condition: 'good' })).body.errors).toEqual({ language: 'Choose a language first.' });
  expect((await take({ condition: 'good', language: 'tlh' })).status).toBe(422);
  const { body: taken } = await take({ condition: 'good', language: 'pl' });
  expect(taken.rows[0]).toMatchObject({ status: 'sure', condition: 'good', language: 'pl', signed: true });
});

test('Cardmarket’s product ids are searched in the whole catalogue, for a file without other names', async () => {
  await importTestCards(at.market.platform, [
    { ...numbered, externalId: 'numbered', ids: { cardmarket: [910_001, 910_002] } },
    { ...numbered, number: '8', externalId: 'numbered-8', ids: { cardmarket: [910_002] } },
  ]);
  const header =
    'idProduct;groupCount;price;idLanguage;condition;isFoil;isSigned;isAltered;isPlayset;isReverseHolo;isFirstEd;isFullArt;isUberRare;isWithDie';
  const { body } = await bring(
    `${header}\n910001;2;0.50;7;3;;;;1;;;;;\n910002;1;1.00;1;2;;;;;;;;;\n910003;1;1.00;1;2;;;;;;;;;`,
  );
  expect(body.rows[0]).toMatchObject({
    status: 'doubtful',
    card: { name: 'Counted' },
    language: 'ja',
    condition: 'excellent',
    quantity: 8,
    price: null,
  });
  expect(body.rows[1]).toMatchObject({
    status: 'doubtful',
    card: null,
    candidates: [{ name: 'Counted' }, { name: 'Counted' }],
  });
  expect(body.rows[2]).toMatchObject({
    status: 'rejected',
    notes: ['No card has the Cardmarket number 910003. Check the number.'],
  });
});

const numbered = {
  game: 'magic',
  setCode: 'ALL',
  setName: 'Alliances',
  name: 'Counted',
  number: '7',
  finishes: ['nonfoil'],
};
