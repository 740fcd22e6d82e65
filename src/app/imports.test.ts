import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, testCardId, testCards } from '#features/catalogue/testing.ts';
import type { ImportedRow } from '#features/imports/contract.ts';
import { sweepImports } from '#features/imports/run-import.server.ts';
import { grantPremium } from '#features/tiers/index.server.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
let shop: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  const crow = {
    game: 'magic',
    setCode: 'ALL',
    setName: 'Alliances',
    name: 'Storm Crow',
    number: '36',
    finishes: ['nonfoil', 'foil'],
    externalId: 'crow',
  };
  await importTestCards(market.platform, [...testCards, crow]);
  shop = await market.signUp();
  await grantPremium(market.platform, { userId: shop.id, by: 'test' });
}, 60_000);
afterAll(() => market?.close());

const header = 'TCGplayer Id,Product Line,Set Name,Product Name,Number,Rarity,Condition,Total Quantity,TCG Marketplace Price';
const stock = [
  header,
  '1,Pokemon,Base Set,Charizard,004/102,Rare,Near Mint Holofoil,1,349.99',
  '2,Pokemon,Base Set,Pikachu,058/102,Common,Lightly Played,3,1.25',
  '3,Pokemon,Base Set,Blastose,002/102,Rare,Near Mint Holofoil,1,12.00',
  '4,Pokemon,Base Set,Blastoise,002/102,Rare,Minty,1,12.00',
  '5,Magic,Alliances,Force of Will,28,U,Near Mint,2,8.00',
].join('\n');

const bring = async (text = stock, as: TestMember = shop) => market.request('POST', '/api/listings/import', { as, body: { text } });
const see = async (id: string, as: TestMember = shop) => market.request('GET', `/api/listings/import/${id}`, { as });
const rowOf = (rows: ImportedRow[], n: number) => rows.find(({ row }) => row === n);

test('[11-2] a file of stock is shown before anything is listed, the sure rows are listed once, and all but what was sold is taken back', async () => {
  const form = new FormData();
  form.append('file', new Blob([stock], { type: 'text/csv' }), 'stock.csv');
  const sent = await fetch(`${market.url}/api/listings/import`, { method: 'POST', body: form, headers: { cookie: shop.cookie, origin: market.url } });
  expect(sent.status).toBe(201);
  const preview = await sent.json();
  expect(preview).toMatchObject({
    format: 'tcgplayer',
    status: 'preview',
    counts: { sure: 3, doubtful: 1, rejected: 1 },
    progress: { of: 3, listed: 0 },
  });
  expect(rowOf(preview.rows, 1)?.card).toMatchObject({ id: testCardId('base1-4'), name: 'Charizard' });
  expect(rowOf(preview.rows, 3)).toMatchObject({
    status: 'doubtful',
    card: null,
    candidates: [{ id: testCardId('base1-2') }],
    notes: ['Card: The name is misspelt in the file.'],
  });
  expect(rowOf(preview.rows, 4)?.notes).toEqual(['Condition: "Minty" is no condition of TCGplayer pricing export.']);
  expect((await market.request('GET', '/api/listings?seller=me&status=all', { as: shop })).body.items).toEqual([]);

  const chosen = await market.request('PUT', `/api/listings/import/${preview.id}/rows/3`, {
    as: shop,
    body: { catalogueCardId: testCardId('base1-2') },
  });
  expect(rowOf(chosen.body.rows, 3)).toMatchObject({ status: 'sure', card: { name: 'Blastoise' } });

  const begun = await Promise.all([1, 2].map(() => market.request('POST', `/api/listings/import/${preview.id}/commit`, { as: shop, body: {} })));
  expect(begun.map(({ status }) => status).sort()).toEqual([200, 409]);
  await market.runJobs();
  const done = (await see(preview.id)).body;
  expect(done).toMatchObject({ status: 'committed', progress: { listed: 4, refused: 0, of: 4 } });
  expect(rowOf(done.rows, 1)?.outcome).toBe('It is a draft: from $20.00 up a listing needs a photo.');
  const listings = (await market.request('GET', '/api/listings?seller=me&status=all', { as: shop })).body.items;
  const facts = listings.map(({ name, quantity, price, condition, finish, status }: Record<string, unknown>) => ({
    name,
    quantity,
    price,
    condition,
    finish,
    status,
  }));
  const usd = (amount: number) => ({ amount, currency: 'USD' });
  expect(facts.sort((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name))).toEqual([
    { name: 'Blastoise', quantity: 1, price: usd(1200), condition: 'near_mint', finish: 'holo', status: 'active' },
    { name: 'Charizard', quantity: 1, price: usd(34_999), condition: 'near_mint', finish: 'holo', status: 'draft' },
    { name: 'Force of Will', quantity: 2, price: usd(800), condition: 'near_mint', finish: 'nonfoil', status: 'active' },
    { name: 'Pikachu', quantity: 3, price: usd(125), condition: 'light_played', finish: 'normal', status: 'active' },
  ]);

  const buyer = await market.signUp();
  const sold = rowOf(done.rows, 2)?.listingId;
  const { body: order } = await market.request('POST', '/api/orders', { as: buyer, body: { listingId: sold, quantity: 1 } });
  await market.request('POST', `${new URL(order.checkoutUrl).pathname}/pay`, { body: { card: '4242424242424242' } });
  await market.runJobs();
  expect((await market.request('POST', `/api/listings/import/${preview.id}/undo`, { as: shop })).status).toBe(200);
  await market.runJobs();
  const undone = (await see(preview.id)).body;
  expect(undone.status).toBe('undone');
  expect(rowOf(undone.rows, 2)?.outcome).toBe('Copies were sold since, so it stays.');
  const left = (await market.request('GET', '/api/listings?seller=me&status=all', { as: shop })).body.items;
  expect(left.map(({ id }: { id: string }) => id)).toEqual([sold]);
});

test('[11-2] of a collection without prices a row is put right, one is left out, and the others get the price that is given for them', async () => {
  const owner = await market.signUp();
  await grantPremium(market.platform, { userId: owner.id, by: 'test' });
  const text = [
    'Quantity,Name,Finish,Condition,Edition Name,Edition Code,Multiverse Id,Scryfall ID,Collector Number',
    '1,Storm Crow,Etched,NM,Alliances,all,,crow,36',
    '1,Force of Will,Normal,LP,Alliances,all,,fow,28',
    '2,Force of Will,Normal,NM,Alliances,all,,fow,28',
  ].join('\n');
  const { body: preview } = await bring(text, owner);
  expect(preview).toMatchObject({ format: 'archidekt', counts: { sure: 2, doubtful: 1, rejected: 0 }, progress: { of: 2, withoutPrice: 2 } });
  expect(rowOf(preview.rows, 1)?.notes).toEqual(['Finish: this printing does not exist in it; choose another.']);
  const change = (n: number, body: object) => market.request('PUT', `/api/listings/import/${preview.id}/rows/${n}`, { as: owner, body });
  expect((await change(1, { finish: 'shiny' })).status).toBe(422);
  expect(rowOf((await change(1, { finish: 'foil', price: { amount: 400, currency: 'USD' } })).body.rows, 1)).toMatchObject({
    status: 'sure',
    finish: 'foil',
  });
  expect((await change(2, { leaveOut: true })).body.progress).toMatchObject({ of: 2, withoutPrice: 1 });
  await market.request('POST', `/api/listings/import/${preview.id}/commit`, { as: owner, body: { price: { amount: 950, currency: 'USD' } } });
  await market.runJobs();
  expect((await see(preview.id, owner)).body.progress).toEqual({ of: 2, listed: 2, refused: 0, withoutPrice: 0, unlisted: 0 });
  const { items } = (await market.request('GET', '/api/listings?seller=me&status=all', { as: owner })).body;
  const facts = items.map(({ name, finish, quantity, price }: Record<string, { amount: number }>) => [name, finish, quantity, price?.amount]);
  expect(facts.sort()).toEqual([
    ['Force of Will', 'nonfoil', 2, 950],
    ['Storm Crow', 'foil', 1, 400],
  ]);
});

test('[11-2] a file that is none says what is wrong with it, and nothing is written', async () => {
  const problems: [text: string, sentence: RegExp][] = [
    ['Card,Qty wanted,Remarks\nBlack Lotus,1,one day', /belong to no export that is known here: Card, Qty wanted, Remarks/],
    [`${header}\n1,Pokemon,"Base Set,Pikachu,58,C,Near Mint,1,1.00\n`, /opens in line 2 is never closed/],
    [header, /a header and no rows/],
    ['<!doctype html><title>Sign in</title>', /a web page, not a CSV file/],
  ];
  for (const [text, sentence] of problems) {
    const answer = await bring(text);
    expect(answer).toMatchObject({ status: 422, body: { code: 'unreadable_file', message: expect.stringMatching(sentence) } });
  }
  const many = [header, ...Array.from({ length: 5_001 }, (_, n) => `${n},Pokemon,Base Set,Pikachu,58,C,Near Mint,1,1.00`)].join('\n');
  expect((await bring(many)).body.errors).toEqual({ file: 'The file has 5,001 rows; at most 5,000 are taken at once. Send it in parts.' });
});

test('[11-2] an import is premium’s and its seller’s alone', async () => {
  const free = await market.signUp();
  expect(await bring(stock, free)).toMatchObject({ status: 403, body: { code: 'tier_limit' } });
  expect((await market.request('POST', '/api/listings/import', { body: { text: stock } })).status).toBe(401);
  const { body } = await bring();
  for (const [method, path, sent] of [
    ['GET', '', undefined],
    ['PUT', '/rows/1', { leaveOut: true }],
    ['POST', '/commit', {}],
    ['POST', '/undo', undefined],
  ] as const) {
    const other = await market.signUp();
    await grantPremium(market.platform, { userId: other.id, by: 'test' });
    expect((await market.request(method, `/api/listings/import/${body.id}${path}`, { as: other, body: sent })).status).toBe(404);
  }
  expect((await market.request('POST', `/api/listings/import/${body.id}/undo`, { as: shop })).body.message).toBe(
    'Nothing of this import is listed yet.',
  );
  expect((await market.request('PUT', `/api/listings/import/${body.id}/rows/4`, { as: shop, body: { leaveOut: false } })).status).toBe(422);
  const kept = async () =>
    (await market.platform.pool.query('select (select count(*)::int from stock_import) + (select count(*)::int from stock_import_row) as n')).rows[0]
      .n;
  await sweepImports(market.platform);
  expect((await see(body.id)).status).toBe(200);
  await market.advance(31 * dayMs);
  await sweepImports(market.platform);
  expect(await kept()).toBe(0);
});

test('[11-2] rows that were not listed are handed back with what is wrong, put right and listed by another commit, once', async () => {
  const again = await market.signUp();
  await grantPremium(market.platform, { userId: again.id, by: 'test' });
  const { body: preview } = await bring(stock, again);
  await market.request('POST', `/api/listings/import/${preview.id}/commit`, { as: again, body: {} });
  await market.runJobs();
  const left = async () => (await fetch(`${market.url}/api/listings/import/${preview.id}/left.csv`, { headers: { cookie: again.cookie } })).text();
  const lines = (await left()).trim().split('\r\n');
  expect(lines).toEqual([
    `${header},What to put right`,
    '3,Pokemon,Base Set,Blastose,002/102,Rare,Near Mint Holofoil,1,12.00,Card: The name is misspelt in the file.',
    '4,Pokemon,Base Set,Blastoise,002/102,Rare,Minty,1,12.00,"Condition: ""Minty"" is no condition of TCGplayer pricing export."',
  ]);
  const { body: second } = await bring((await left()).replace('Blastose', 'Blastoise').replace('Minty', 'Near Mint'), again);
  expect(second.counts).toEqual({ sure: 1, doubtful: 1, rejected: 0 });
  expect(rowOf(second.rows, 2)?.notes).toEqual(['Finish: this printing does not exist in it; choose another.']);

  const path = `/api/listings/import/${preview.id}`;
  expect((await market.request('POST', `${path}/commit`, { as: again, body: {} })).body.errors).toEqual({
    rows: 'No row is sure, so there is nothing to list. Choose a card for a doubtful one first.',
  });
  expect((await market.request('PUT', `${path}/rows/1`, { as: again, body: { leaveOut: true } })).body.message).toBe(
    'This row is listed already. Change its listing instead.',
  );
  const right = { as: again, body: { catalogueCardId: testCardId('base1-2') } };
  expect((await market.request('PUT', `${path}/rows/3`, right)).body).toMatchObject({ status: 'committed', progress: { of: 4, listed: 3 } });
  await market.request('POST', `${path}/commit`, { as: again, body: {} });
  await market.runJobs();
  expect((await see(preview.id, again)).body).toMatchObject({ status: 'committed', progress: { of: 4, listed: 4, refused: 0 } });
  expect((await market.request('GET', '/api/listings?seller=me&status=all', { as: again })).body.items).toHaveLength(4);
  const other = await market.signUp();
  expect((await market.request('GET', `${path}/left.csv`, { as: other })).status).toBe(404);

  // What is left out is neither handed back nor counted as waiting.
  expect((await see(preview.id, again)).body.progress.unlisted).toBe(1);
  const only = (await bring((await left()).replace('Minty', 'Near Mint'), again)).body;
  await market.request('PUT', `/api/listings/import/${only.id}/rows/1`, { as: again, body: { leaveOut: true } });
  expect((await see(only.id, again)).body.progress.unlisted).toBe(0);
  const handed = await fetch(`${market.url}/api/listings/import/${only.id}/left.csv`, { headers: { cookie: again.cookie } });
  expect((await handed.text()).trim().split('\r\n')).toHaveLength(1);
});

test('[11-2] taking back reaches what was listed within a day, and not what an earlier commit listed', async () => {
  const owner = await market.signUp();
  await grantPremium(market.platform, { userId: owner.id, by: 'test' });
  const { body: preview } = await bring(stock, owner);
  const path = `/api/listings/import/${preview.id}`;
  const commit = async () => {
    expect((await market.request('POST', `${path}/commit`, { as: owner, body: {} })).status).toBe(200);
    await market.runJobs();
  };
  await commit();
  await market.advance(dayMs + hourMs);
  await market.request('PUT', `${path}/rows/3`, { as: owner, body: { catalogueCardId: testCardId('base1-2') } });
  await commit();
  expect((await see(preview.id, owner)).body.progress.listed).toBe(4);
  expect((await market.request('POST', `${path}/undo`, { as: owner })).status).toBe(200);
  await market.runJobs();
  const { body } = await see(preview.id, owner);
  expect([1, 2, 3].map((n) => rowOf(body.rows, n)?.outcome)).toEqual([
    'It has been listed for more than a day, so it stays.',
    'It has been listed for more than a day, so it stays.',
    'It was taken back.',
  ]);
  expect((await market.request('GET', '/api/listings?seller=me', { as: owner })).body.items).toHaveLength(3);
});

test('[11-2] columns explained twice at the same moment are kept once, a long header is taken, and what no header can be is refused in words', async () => {
  const owner = await market.signUp();
  await grantPremium(market.platform, { userId: owner.id, by: 'test' });
  const columns = { name: 0, condition: 1, quantity: 2 };
  const explain = (header: string[]) => market.request('PUT', '/api/listings/import/columns', { as: owner, body: { header, columns } });
  const answers = await Promise.all(Array.from({ length: 6 }, () => explain(['Karte', 'Zustand', 'Stück'])));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const kept = async () => (await market.platform.pool.query('select header from stock_import_columns where seller_id = $1', [owner.id])).rows;
  expect(await kept()).toHaveLength(1);
  const long = Array.from({ length: 200 }, (_, n) => `${n} ${'é'.repeat(190)}`);
  expect((await explain(long)).status).toBe(200);
  expect(await kept()).toHaveLength(2);
  const nul = await explain(['Karte', 'Zu\0stand', 'Stück']);
  expect([nul.status, JSON.stringify(nul.body.errors)]).toEqual([422, expect.stringContaining('A header may hold no NUL.')]);
  // Asked about with all of its columns, so that the answer is known again.
  const wide = [...Array.from({ length: 90 }, (_, n) => `Spalte ${n}`), 'Karte'].join(';');
  const row = `${'x;'.repeat(90)}Charizard`;
  const { body: asked } = await bring(`${wide}\n${row}`, owner);
  expect([asked.header.length, asked.sample[0].length]).toEqual([91, 91]);
  expect((await bring(`${wide};${wide};${wide}\n${row};${row};${row}`, owner)).body).not.toHaveProperty('header');
});

test('[11-2] words for buyers come from a column that the seller chose, are shown before anything is listed, and notes to oneself never do', async () => {
  const owner = await market.signUp();
  await grantPremium(market.platform, { userId: owner.id, by: 'test' });
  const { body: asked } = await bring('Card;Cond;Qty;Notes;Remarks\nCharizard;NM;1;paid 300;hide from Tom', owner);
  expect(asked.suggested).toEqual({ name: 0, condition: 1, quantity: 2 });
  const collectr = await readFile(join(import.meta.dirname, '../features/imports/samples/collectr-export.csv'), 'utf8');
  const { body: shown } = await bring(collectr, owner);
  expect(new Set(shown.rows.map((row: { description: string | null }) => row.description))).toEqual(new Set([null]));
  const columns = { name: 0, condition: 1, quantity: 2, description: 3 };
  await market.request('PUT', '/api/listings/import/columns', { as: owner, body: { header: asked.header, columns } });
  const { body: read } = await bring('Card;Cond;Qty;Notes;Remarks\nCharizard;NM;1;Clean back;hide from Tom', owner);
  expect(read.rows[0].description).toBe('Clean back');
});

test('[11-3] who may not take stock along is told so in its own words', async () => {
  const { status, body } = await market.request('GET', '/api/listings/export.csv', { as: await market.signUp() });
  expect([status, body.message]).toEqual([
    403,
    'Taking your stock along as a file is a part of premium. Everything of yours can be downloaded on any plan: Settings, Data.',
  ]);
});

test('[11-3] a seller’s unsold copies are taken along as a file that lists the same copies again, and never somebody else’s', async () => {
  const owner = await market.signUp();
  await grantPremium(market.platform, { userId: owner.id, by: 'test' });
  const { body: first } = await bring(stock, owner);
  await market.request('POST', `/api/listings/import/${first.id}/commit`, { as: owner, body: { status: 'draft' } });
  await market.runJobs();
  const take = (format: string, as = owner) => fetch(`${market.url}/api/listings/export.csv?format=${format}`, { headers: { cookie: as.cookie } });
  const answer = await take('sleeved');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="stock-sleeved.csv"');
  const { body: second } = await bring(await answer.text(), owner);
  expect(second).toMatchObject({ format: 'sleeved', counts: { sure: 3, doubtful: 0, rejected: 0 } });
  const facts = (rows: ImportedRow[]) =>
    rows
      .filter(({ status }) => status === 'sure')
      .map(({ card, condition, finish, language, quantity, price }) => ({ card: card?.id, condition, finish, language, quantity, price }))
      .sort((a, b) => (a.card ?? '').localeCompare(b.card ?? ''));
  expect(facts(second.rows)).toEqual(facts(first.rows));

  expect((await (await take('cardmarket')).text()).trim().split('\r\n')).toHaveLength(1);
  expect((await (await take('tcgplayer')).text()).trim().split('\r\n')).toHaveLength(4);
  expect((await take('excel')).status).toBe(422);
  const other = await market.signUp();
  expect((await take('sleeved', other)).status).toBe(403);
  await grantPremium(market.platform, { userId: other.id, by: 'test' });
  expect((await (await take('sleeved', other)).text()).trim().split('\r\n')).toHaveLength(1);
});

test('[11-2] a file of one’s own making is read once its columns are explained, and every one of that header after it', async () => {
  const owner = await market.signUp();
  await grantPremium(market.platform, { userId: owner.id, by: 'test' });
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
  const explain = (body: object, as = owner) => market.request('PUT', '/api/listings/import/columns', { as, body });
  const { header } = refused.body;
  expect((await explain({ header, columns: { name: 0, quantity: 4 } })).body.errors).toEqual({ columns: 'Say which column holds the condition.' });
  expect((await explain({ header, columns: { ...columns, price: 6 } })).body.errors).toEqual({ columns: 'The file has 6 columns, counted from 0.' });
  expect((await explain({ header, columns, game: 'chess' })).status).toBe(422);
  expect((await explain({ header, columns }, await market.signUp())).status).toBe(403);
  const kept = await explain({ header, columns, game: 'pokemon', currency: 'EUR' });
  expect(kept.status).toBe(200);
  const { body: read } = await bring(own.replace('Karte;Wo', 'KARTE ;wo'), owner);
  // As the market hands rows back: its own column at the end makes no other file of it.
  expect((await bring(own.replaceAll('\n', ';Card: look again\n').replace('Preis;Card: look again', 'Preis;What to put right'), owner)).status).toBe(
    201,
  );
  expect(read).toMatchObject({ format: 'own', counts: { sure: 2, doubtful: 0, rejected: 0 } });
  expect(rowOf(read.rows, 1)).toMatchObject({
    card: { id: testCardId('base1-4') },
    condition: 'near_mint',
    quantity: 2,
    price: { amount: 1250, currency: 'EUR' },
  });
  const other = await market.signUp();
  await grantPremium(market.platform, { userId: other.id, by: 'test' });
  expect((await bring(own, other)).status).toBe(422);
  const forget = (as: TestMember) => market.request('DELETE', `/api/listings/import/columns/${kept.body.id}`, { as });
  expect((await forget(other)).status).toBe(404);
  expect((await forget(owner)).status).toBe(200);
  expect((await bring(own, owner)).status).toBe(422);
});
