import { expect, test } from 'vitest';
import { listMarket, usd } from './want-lists.testing.ts';

const { at, bring, call, makeWith, list, make, read } = listMarket();

interface Row {
  row: number;
  status: string;
  card: { id: string; name: string; number: string } | null;
  anyPrinting: boolean;
  candidates: { id: string }[];
  finish: string | null;
  quantity: number;
}
const brief = (rows: Row[]) =>
  rows.map(({ status, quantity, card, anyPrinting, finish }) => [
    status,
    quantity,
    card && (anyPrinting ? `any ${card.name}` : `${card.name} ${card.number}`),
    finish,
  ]);

test('a pasted list is read row by row, added when its owner commits, and shows what is for sale for each line', async () => {
  const id = await make(at.ann);
  const preview = await bring(
    at.ann,
    id,
    'Deck\n2 Sol Ring (C21) 263 *F*\n1 Lightning Bolt\n1 Nobody Knows This\n3 Island (C21)',
  );
  expect(preview).toMatchObject({
    listId: id,
    format: 'plain',
    counts: { sure: 2, doubtful: 1, rejected: 1, taken: 2 },
  });
  expect(brief(preview.rows)).toEqual([
    ['sure', 2, 'Sol Ring 263', 'foil'],
    ['sure', 1, 'any Lightning Bolt', null],
    ['rejected', 1, null, null],
    ['doubtful', 3, null, null],
  ]);
  expect(preview.rows[3].candidates.map((card: { id: string }) => card.id).sort()).toEqual(
    [at.cards['c21-90'], at.cards['c21-91']].sort(),
  );
  expect((await read(id, at.ann)).lines).toEqual([]);
  await list('c21-263', { finish: 'nonfoil', price: usd(100) });
  const foil = await list('c21-263', { finish: 'foil', price: usd(900) });
  await list('c21-263', { finish: 'foil', price: usd(1_200) });
  const { status, body } = await call('POST', `/${id}/import/commit`, at.ann);
  expect([status, body.available, body.lineCount]).toEqual([200, 1, 2]);
  expect(body.lines).toMatchObject([
    {
      n: 1,
      card: { id: at.cards['c21-263'] },
      quantity: 2,
      forSale: { count: 2, cheapest: { listingId: foil.id, price: usd(900) } },
    },
    { n: 2, card: { name: 'Lightning Bolt' }, anyPrinting: true, forSale: { count: 0, cheapest: null } },
  ]);
  expect((await call('POST', `/${id}/import/commit`, at.ann)).body).toMatchObject({
    status: 409,
    code: 'nothing_brought',
  });
});

test('foil and etched of one printing are distinguished; no mark is any finish', async () => {
  const { rows } = await bring(
    at.ann,
    await make(at.ann),
    ['*F*', '*E*', ''].map((mark) => `1 Arcane Signet (C21) 234 ${mark}`).join('\n'),
  );
  expect(brief(rows).map(([status, , , finish]) => [status, finish])).toEqual([
    ['sure', 'foil'],
    ['sure', 'etched'],
    ['sure', null],
  ]);
});

test('a line for any printing finds each of them, one that names its printing only that one', async () => {
  const id = await makeWith(at.ann, '1 Sol Ring\n1 Sol Ring (LEA) 269');
  const alpha = await list('lea-269', { price: usd(50) });
  const { lines } = await read(id, at.ann);
  expect(
    lines.map(({ forSale }: { forSale: { count: number; cheapest: { listingId: string } } }) => [
      forSale.count,
      forSale.cheapest.listingId,
    ]),
  ).toEqual([
    [4, alpha.id],
    [1, alpha.id],
  ]);
});

test('a private list is unknown to others, a public one is visible to all and changed only by its owner', async () => {
  const own = await makeWith(at.ann, '1 Pikachu');
  const eve = await at.market.signUp('list_other');
  for (const as of [eve, null]) {
    expect((await call('GET', `/${own}`, as)).body).toMatchObject({
      status: 404,
      message: 'We couldn’t find this want list. It may have been deleted.',
    });
    expect((await call('GET', `/${own}/export`, as)).status).toBe(404);
  }
  expect((await call('PATCH', `/${own}`, at.ann, { isPublic: true })).body).toMatchObject({
    isPublic: true,
    version: 3,
  });
  const seen = (await call('GET', `/${own}`, null)).body;
  expect(seen).toMatchObject({ isOwn: false, lines: [{ card: { name: 'Pikachu' } }] });
  expect(JSON.stringify(seen)).not.toContain(at.ann.id);
  expect(JSON.stringify(seen)).not.toContain('list_keeper');
  for (const [method, path, body] of [
    ['PATCH', '', { name: 'Mine now' }],
    ['DELETE', ''],
    ['POST', '/lines', { catalogueCardId: at.cards['base1-4'] }],
    ['PATCH', '/lines/1', { quantity: 9 }],
    ['DELETE', '/lines/1'],
    ['POST', '/import', { text: '1 Charizard' }],
    ['GET', '/import'],
    ['POST', '/import/commit'],
  ] as const)
    expect((await call(method, `/${own}${path}`, eve, body)).status, `${method} ${path}`).toBe(404);
  expect((await call('DELETE', `/${own}`, at.ann)).status).toBe(204);
  expect((await call('GET', `/${own}`, at.ann)).status).toBe(404);
});

test('a doubtful row is accepted as a printing or as any, a rejected one by a card that its owner names, and a row is left out', async () => {
  const id = await make(at.ann);
  await bring(at.ann, id, '1 Island (C21)\n2 Island (C21)\n1 Nobody Knows This\n1 Pikachu');
  const row = (n: number, body: object) => call('PUT', `/${id}/import/rows/${n}`, at.ann, body);
  expect((await row(1, { catalogueCardId: at.cards['c21-91'] })).status).toBe(200);
  expect((await row(2, { catalogueCardId: at.cards['c21-90'], anyPrinting: true })).status).toBe(200);
  expect((await row(3, {})).body).toMatchObject({ status: 422, errors: { catalogueCardId: 'Choose a card.' } });
  expect((await row(3, { catalogueCardId: 'none' })).status).toBe(422);
  expect((await row(3, { catalogueCardId: at.cards['base1-4'] })).body.counts).toMatchObject({ sure: 4, taken: 4 });
  expect((await row(4, { leaveOut: true })).body.counts).toMatchObject({ taken: 3 });
  expect((await row(9, { leaveOut: true })).status).toBe(404);
  const { lines } = (await call('POST', `/${id}/import/commit`, at.ann)).body;
  expect(lines.map(({ card, anyPrinting }: Row) => [card?.id, anyPrinting])).toEqual([
    [at.cards['c21-91'], false],
    [at.cards['c21-90'], true],
    [at.cards['base1-4'], false],
  ]);
});

test('the plan limits lists and lines: at the limit there is an error, and nothing is added in part', async () => {
  const dan = await at.market.signUp('list_many');
  const made = await Promise.all(Array.from({ length: 5 }, () => call('POST', '', dan, { name: 'List' })));
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403]);
  expect(made.find(({ status }) => status === 403)?.body).toMatchObject({
    code: 'tier_limit',
    message: expect.stringContaining('3 want lists'),
  });
  const id = made.find(({ status }) => status === 201)?.body.id;
  const conditions = ['mint', 'near_mint', 'excellent', 'good', 'light_played', 'played', 'poor'];
  const languages = ['en', 'de', 'fr', 'it', 'es', 'ja', 'pt', 'ko', 'ru', 'zh'];
  for (const [n, lowestCondition] of conditions.entries())
    for (const language of languages) {
      if (n * 10 + languages.indexOf(language) >= 99) continue;
      const { status } = await call('POST', `/${id}/lines`, dan, {
        catalogueCardId: at.cards['base1-4'],
        lowestCondition,
        language,
      });
      expect(status).toBe(201);
    }
  for (let n = 0; n < 29; n++) {
    const language = languages[n % 10];
    const lowestCondition = conditions[Math.floor(n / 10)];
    expect(
      (await call('POST', `/${id}/lines`, dan, { catalogueCardId: at.cards['base1-58'], lowestCondition, language }))
        .status,
    ).toBe(201);
  }
  await bring(dan, id, '1 Pikachu\n1 Black Lotus');
  const over = await call('POST', `/${id}/import/commit`, dan);
  expect(over.body).toMatchObject({ status: 403, code: 'tier_limit', message: expect.stringContaining('100 cards') });
  expect((await read(id, dan)).lineCount).toBe(99);
  await call('PUT', `/${id}/import/rows/2`, dan, { leaveOut: true });
  expect((await call('POST', `/${id}/import/commit`, dan)).body.lineCount).toBe(100);
});

test('copies of an existing line are added to it, and a commit that is sent twice adds once', async () => {
  const id = await makeWith(at.ann, '2 Pikachu\n3 Pikachu');
  expect((await read(id, at.ann)).lines).toMatchObject([{ quantity: 5 }]);
  await bring(at.ann, id, '1 Pikachu\n1 Black Lotus (LEA) 232');
  const pressed = await Promise.all([1, 2].map(() => call('POST', `/${id}/import/commit`, at.ann)));
  expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await read(id, at.ann)).lines.map(({ quantity }: Row) => quantity)).toEqual([6, 1]);
});

test('condition, language and finish of a line decide what is for sale for it; own and blocked sellers’ copies do not count for the owner, others see what their search finds', async () => {
  const fay = await at.market.signUp('list_terms');
  const id = await makeWith(fay, '1 Charizard (base1) 4');
  await list('base1-4', { condition: 'played', language: 'de', price: usd(500) });
  const count = async () => (await read(id, fay)).lines[0].forSale.count;
  expect(await count()).toBe(1);
  const line = (body: object) => call('PATCH', `/${id}/lines/1`, fay, body);
  expect((await line({ lowestCondition: 'good' })).body.available).toBe(0);
  expect((await line({ lowestCondition: null, language: 'en' })).body.available).toBe(0);
  expect((await line({ language: 'de' })).body.available).toBe(1);
  await list('base1-4', { language: 'de', price: usd(100) }, fay);
  expect(await count()).toBe(1);
  expect((await at.market.request('POST', `/api/members/${at.ben.id}/block`, { as: fay })).status).toBeLessThan(300);
  expect(await count()).toBe(0);
  // Missing copies would reveal the owner and her blocks to a stranger.
  expect((await call('PATCH', `/${id}`, fay, { isPublic: true })).status).toBe(200);
  const found = async (as: object) =>
    (await at.market.request('GET', '/api/listings?q=charizard&set=base1&language=de', as)).body.total;
  expect([(await read(id, null)).lines[0].forSale.count, await found({})]).toEqual([2, 2]);
  expect([(await read(id, at.ann)).lines[0].forSale.count, await found({ as: at.ann })]).toEqual([2, 2]);
  expect((await at.market.request('POST', `/api/members/${at.ben.id}/block`, { as: at.ann })).status).toBeLessThan(300);
  expect([(await read(id, at.ann)).lines[0].forSale.count, await found({ as: at.ann })]).toEqual([1, 1]);
  expect((await at.market.request('DELETE', `/api/members/${at.ben.id}/block`, { as: at.ann })).status).toBeLessThan(
    300,
  );
});

test('a list is exported as text and as a table, and both are imported without a difference', async () => {
  const id = await makeWith(at.ann, '2 Sol Ring (C21) 263 *F*\n1 Lightning Bolt\n4 Black Lotus (LEA) 232');
  const file = async (format: string) =>
    (await at.market.request('GET', `/api/want-lists/${id}/export?format=${format}`, { as: at.ann })).body;
  const text = String(await file('txt'));
  expect(text).toBe('2 Sol Ring (C21) 263 *F*\n1 Lightning Bolt\n4 Black Lotus (LEA) 232\n');
  const table = String(await file('csv'));
  const terms = ({ card, anyPrinting, quantity, finish }: Row) => [
    anyPrinting ? card?.name : card?.id,
    anyPrinting,
    quantity,
    finish,
  ];
  const before = (await read(id, at.ann)).lines.map(terms);
  for (const again of [text, table]) {
    const reader = await at.market.signUp();
    expect((await read(await makeWith(reader, again), reader)).lines.map(terms)).toEqual(before);
  }
  expect((await at.market.request('GET', `/api/want-lists/${id}/export?format=pdf`, { as: at.ann })).status).toBe(422);
});

test('input that is no list of cards is refused with an error, by paste and by file, and nothing is stored', async () => {
  const id = await make(at.ann);
  const refused = async (text: string) => (await call('POST', `/${id}/import`, at.ann, { text })).body;
  expect(await refused('<!doctype html><p>x')).toMatchObject({
    status: 422,
    code: 'unreadable_file',
    message: expect.stringContaining('web page'),
  });
  expect(await refused('a;b;c\n1;2;3')).toMatchObject({ status: 422, message: expect.stringContaining('Name') });
  expect(await refused(`${'1 Pikachu\n'.repeat(1_001)}`)).toMatchObject({
    status: 422,
    message: expect.stringContaining('1,000'),
  });
  expect(await refused('x'.repeat(1024 * 1024 + 1))).toMatchObject({ status: 413, code: 'too_large' });
  expect((await call('GET', `/${id}/import`, at.ann)).body).toMatchObject({ status: 409, code: 'nothing_brought' });
  const form = new FormData();
  form.append('file', new Blob(['Name,Quantity\nPikachu,2\n']), 'wants.csv');
  const sent = await fetch(`${at.market.url}/api/want-lists/${id}/import`, {
    method: 'POST',
    headers: { cookie: at.ann.cookie, origin: at.market.url },
    body: form,
  });
  expect([sent.status, brief((await sent.json()).rows)]).toEqual([201, [['sure', 2, 'any Pikachu', null]]]);
  expect((await call('GET', '/%00', at.ann)).status).toBe(404);
});

test('a list is in its owner’s export, and is deleted with them', async () => {
  const gil = await at.market.signUp('list_leaver');
  const id = await makeWith(gil, '1 Pikachu', true);
  await bring(gil, id, '1 Charizard');
  const { body } = await at.market.request('GET', '/api/export', { as: gil });
  expect(body.wanted ?? body).toMatchObject({
    wantLists: [{ name: 'Commander deck' }],
    wantListLines: [{ name: 'Pikachu' }],
    wantListPreviews: [{ format: 'plain' }],
  });
  const gone = await at.market.request('POST', '/api/users/delete-account', {
    as: gil,
    body: { password: gil.password },
  });
  expect(gone.status).toBe(200);
  await at.market.runJobs();
  expect((await call('GET', `/${id}`, null)).status).toBe(404);
  const left = await at.market.platform.pool.query(
    'select from want_list_preview where list_id = $1 union all select from want_list_line where list_id = $1',
    [id],
  );
  expect(left.rowCount).toBe(0);
});
