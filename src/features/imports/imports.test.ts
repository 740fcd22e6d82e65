import { expect, test } from 'vitest';
import { testCardId } from '#features/catalogue/testing.ts';
import { dayMs, hourMs } from '#kernel/time.ts';
import { header, importsMarket, rowOf, stock } from './imports.testing.ts';
import { listNextRows, sweepImports } from './run/run-import.server.ts';

const { at, bring, premium, see } = importsMarket();

test('a file of stock is previewed, its sure rows are listed once, and all but sold copies are taken back', async () => {
  const form = new FormData();
  form.append('file', new Blob([stock], { type: 'text/csv' }), 'stock.csv');
  const sent = await fetch(`${at.market.url}/api/listings/import`, {
    method: 'POST',
    body: form,
    headers: { cookie: at.shop.cookie, origin: at.market.url },
  });
  expect(sent.status).toBe(201);
  const preview = await sent.json();
  expect(preview).toMatchObject({
    format: 'tcgplayer',
    status: 'preview',
    counts: { sure: 3, doubtful: 1, rejected: 1 },
    // The expensive one becomes a draft in any case.
    progress: { of: 3, listed: 0, willNeedPhoto: 1, needPhoto: 0 },
  });
  expect(rowOf(preview.rows, 1)?.card).toMatchObject({ id: testCardId('base1-4'), name: 'Charizard' });
  expect(rowOf(preview.rows, 3)).toMatchObject({
    status: 'doubtful',
    card: null,
    candidates: [{ id: testCardId('base1-2') }],
    notes: ['The card name is misspelled. Check the card.'],
  });
  expect(rowOf(preview.rows, 4)?.notes).toEqual(['“Minty” isn’t a condition of this file format. Correct it.']);
  expect((await at.market.request('GET', '/api/listings?seller=me&status=all', { as: at.shop })).body.items).toEqual(
    [],
  );

  const chosen = await at.market.request('PUT', `/api/listings/import/${preview.id}/rows/3`, {
    as: at.shop,
    body: { catalogueCardId: testCardId('base1-2') },
  });
  expect(rowOf(chosen.body.rows, 3)).toMatchObject({ status: 'sure', card: { name: 'Blastoise' } });

  const commits = await Promise.all(
    [1, 2].map(() => at.market.request('POST', `/api/listings/import/${preview.id}/commit`, { as: at.shop, body: {} })),
  );
  // The second arrives while it is being listed, or when nothing is left to list.
  const [first = 0, second = 0] = commits.map(({ status }) => status).sort();
  expect([first, [409, 422].includes(second)]).toEqual([200, true]);
  await at.market.runJobs();
  const done = (await see(preview.id)).body;
  expect(done).toMatchObject({
    status: 'committed',
    progress: { listed: 4, refused: 0, of: 4, willNeedPhoto: 0, forSale: 3, needPhoto: 1 },
  });
  expect(rowOf(done.rows, 1)?.outcome).toBe('Saved as a draft. Listings of $20.00 or more need a photo.');
  const listings = (await at.market.request('GET', '/api/listings?seller=me&status=all', { as: at.shop })).body.items;
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
    {
      name: 'Force of Will',
      quantity: 2,
      price: usd(800),
      condition: 'near_mint',
      finish: 'nonfoil',
      status: 'active',
    },
    { name: 'Pikachu', quantity: 3, price: usd(125), condition: 'light_played', finish: 'normal', status: 'active' },
  ]);

  const buyer = await at.market.signUp();
  const sold = rowOf(done.rows, 2)?.listingId;
  const { body: order } = await at.market.request('POST', '/api/orders', {
    as: buyer,
    body: { listingId: sold, quantity: 1 },
  });
  await at.market.request('POST', `${new URL(order.checkoutUrl).pathname}/pay`, { body: { card: '4242424242424242' } });
  await at.market.runJobs();
  // Another buyer has not paid yet, so that copy is not sold.
  const held = rowOf(done.rows, 5)?.listingId;
  expect(
    (await at.market.request('POST', '/api/orders', { as: buyer, body: { listingId: held, quantity: 1 } })).status,
  ).toBe(201);
  expect((await at.market.request('POST', `/api/listings/import/${preview.id}/undo`, { as: at.shop })).status).toBe(
    200,
  );
  await at.market.runJobs();
  const undone = (await see(preview.id)).body;
  expect(undone.status).toBe('undone');
  expect(rowOf(undone.rows, 2)?.outcome).toBe('Not deleted. Copies were sold.');
  expect(rowOf(undone.rows, 5)?.outcome).toBe(
    'Not deleted. A buyer is paying for a copy. If they don’t pay, delete it under Dashboard, Listings.',
  );
  const left = (await at.market.request('GET', '/api/listings?seller=me&status=all', { as: at.shop })).body.items;
  expect(new Set(left.map(({ id }: { id: string }) => id))).toEqual(new Set([sold, held]));
});

test('an import requires premium and is private to its seller', async () => {
  const free = await at.market.signUp();
  expect(await bring(stock, free)).toMatchObject({ status: 403, body: { code: 'tier_limit' } });
  expect((await at.market.request('POST', '/api/listings/import', { body: { text: stock } })).status).toBe(401);
  const { body } = await bring(stock);
  for (const [method, path, sent] of [
    ['GET', '', undefined],
    ['PUT', '/rows/1', { leaveOut: true }],
    ['POST', '/commit', {}],
    ['POST', '/undo', undefined],
  ] as const) {
    const other = await premium();
    expect(
      (await at.market.request(method, `/api/listings/import/${body.id}${path}`, { as: other, body: sent })).status,
    ).toBe(404);
  }
  expect((await at.market.request('POST', `/api/listings/import/${body.id}/undo`, { as: at.shop })).body.message).toBe(
    'This import has no listings yet. Import its rows first.',
  );
  expect(
    (
      await at.market.request('PUT', `/api/listings/import/${body.id}/rows/4`, {
        as: at.shop,
        body: { leaveOut: false },
      })
    ).status,
  ).toBe(422);
  const stored = async () =>
    (
      await at.market.platform.pool.query(
        'select (select count(*)::int from stock_import) + (select count(*)::int from stock_import_row) as n',
      )
    ).rows[0].n;
  await sweepImports(at.market.platform);
  expect((await see(body.id)).status).toBe(200);
  await at.market.advance(31 * dayMs);
  await sweepImports(at.market.platform);
  expect(await stored()).toBe(0);
});

test('rows that were not listed are downloaded with their problems, corrected and listed by another commit, once', async () => {
  const again = await premium();
  const { body: preview } = await bring(stock, again);
  await at.market.request('POST', `/api/listings/import/${preview.id}/commit`, { as: again, body: {} });
  await at.market.runJobs();
  const left = async () =>
    (
      await fetch(`${at.market.url}/api/listings/import/${preview.id}/left.csv`, { headers: { cookie: again.cookie } })
    ).text();
  const lines = (await left()).trim().split('\r\n');
  expect(lines).toEqual([
    `${header},What to put right`,
    '3,Pokemon,Base Set,Blastose,002/102,Rare,Near Mint Holofoil,1,12.00,The card name is misspelled. Check the card.',
    '4,Pokemon,Base Set,Blastoise,002/102,Rare,Minty,1,12.00,“Minty” isn’t a condition of this file format. Correct it.',
  ]);
  const { body: second } = await bring(
    (await left()).replace('Blastose', 'Blastoise').replace('Minty', 'Near Mint'),
    again,
  );
  expect(second.counts).toEqual({ sure: 1, doubtful: 1, rejected: 0 });
  expect(rowOf(second.rows, 2)?.notes).toEqual(['This printing doesn’t exist in this finish. Choose another finish.']);

  const path = `/api/listings/import/${preview.id}`;
  expect((await at.market.request('POST', `${path}/commit`, { as: again, body: {} })).body.errors).toEqual({
    rows: 'No rows are ready to import. Choose a card for a row first.',
  });
  expect((await at.market.request('PUT', `${path}/rows/1`, { as: again, body: { leaveOut: true } })).body.message).toBe(
    'This row is already listed. Edit its listing instead.',
  );
  const right = { as: again, body: { catalogueCardId: testCardId('base1-2') } };
  expect((await at.market.request('PUT', `${path}/rows/3`, right)).body).toMatchObject({
    status: 'committed',
    progress: { of: 4, listed: 3 },
  });
  await at.market.request('POST', `${path}/commit`, { as: again, body: {} });
  await at.market.runJobs();
  expect((await see(preview.id, again)).body).toMatchObject({
    status: 'committed',
    progress: { of: 4, listed: 4, refused: 0 },
  });
  expect((await at.market.request('GET', '/api/listings?seller=me&status=all', { as: again })).body.items).toHaveLength(
    4,
  );
  const other = await at.market.signUp();
  expect((await at.market.request('GET', `${path}/left.csv`, { as: other })).status).toBe(404);

  // A row that is left out is neither downloaded nor counted as waiting.
  expect((await see(preview.id, again)).body.progress.unlisted).toBe(1);
  const only = (await bring((await left()).replace('Minty', 'Near Mint'), again)).body;
  await at.market.request('PUT', `/api/listings/import/${only.id}/rows/1`, { as: again, body: { leaveOut: true } });
  expect((await see(only.id, again)).body.progress.unlisted).toBe(0);
  const handed = await fetch(`${at.market.url}/api/listings/import/${only.id}/left.csv`, {
    headers: { cookie: again.cookie },
  });
  expect((await handed.text()).trim().split('\r\n')).toHaveLength(1);
});

test('an undo takes back what was listed within a day, and not what an earlier commit listed', async () => {
  const owner = await premium();
  const { body: preview } = await bring(stock, owner);
  const path = `/api/listings/import/${preview.id}`;
  const commit = async () => {
    expect((await at.market.request('POST', `${path}/commit`, { as: owner, body: {} })).status).toBe(200);
    await at.market.runJobs();
  };
  await commit();
  await at.market.advance(dayMs + hourMs);
  await at.market.request('PUT', `${path}/rows/3`, { as: owner, body: { catalogueCardId: testCardId('base1-2') } });
  await commit();
  expect((await see(preview.id, owner)).body.progress.listed).toBe(4);
  expect((await at.market.request('POST', `${path}/undo`, { as: owner })).status).toBe(200);
  await at.market.runJobs();
  const { body } = await see(preview.id, owner);
  expect([1, 2, 3].map((n) => rowOf(body.rows, n)?.outcome)).toEqual([
    'Not deleted. Listed more than 24 hours ago.',
    'Not deleted. Listed more than 24 hours ago.',
    'Listing deleted.',
  ]);
  expect((await at.market.request('GET', '/api/listings?seller=me', { as: owner })).body.items).toHaveLength(3);
});

test('the cost in a file is stored with its listing, and two processes that list at once list each row once', async () => {
  const own = await premium();
  const columns =
    'Listing ID,Card ID,Game,Set Code,Set,Name,Number,Rarity,Condition,Finish,Language,Certificate,Quantity,Price,Currency,Cost,Cost Currency';
  const row = (n: number, cost: string) =>
    `own-${n},base1-58,Pokémon,base1,Base Set,Pikachu,58,Common,Near Mint,normal,en,,1,1.0${n % 10},USD,${cost}`;
  const { body } = await bring(
    [columns, ...Array.from({ length: 1_300 }, (_, n) => row(n, n === 0 ? '0.40,EUR' : n === 1 ? '0,' : ','))].join(
      '\n',
    ),
    own,
  );
  expect([body.counts, body.rows[0].cost, body.rows[1].cost, body.rows[2].cost]).toEqual([
    { sure: 1_300, doubtful: 0, rejected: 0 },
    { amount: 40, currency: 'EUR' },
    { amount: 0, currency: 'USD' },
    null,
  ]);
  const part = (await at.market.request('GET', `/api/listings/import/${body.id}?from=1298&rows=10`, { as: own })).body;
  expect(part.rows.map(({ row: n }: { row: number }) => n)).toEqual([1_299, 1_300]);
  await at.market.request('POST', `/api/listings/import/${body.id}/commit`, { as: own, body: {} });
  await Promise.all([listNextRows(at.market.platform, body.id), listNextRows(at.market.platform, body.id)]);
  await at.market.runJobs();
  const done = (await see(body.id, own)).body;
  expect([done.status, done.progress.listed]).toEqual(['committed', 1_300]);
  const { rows } = await at.market.platform.pool.query<{ listings: number; moves: number; told: number }>(
    `select (select count(*)::int from listing where seller_id = $1) as listings,
      (select count(*)::int from listing_history h join listing l on l.id = h.listing_id where l.seller_id = $1) as moves,
      (select sum(jsonb_array_length(data -> 'live'))::int from outbox_event where kind = 'listings.begun' and subject = $1) as told`,
    [own.id],
  );
  expect(rows).toEqual([{ listings: 1_300, moves: 1_300, told: 1_300 }]);
  const { body: first } = await at.market.request('GET', `/api/listings/${done.rows[0].listingId}`, { as: own });
  expect(first.cost).toEqual({ amount: 40, currency: 'EUR' });
});

test("a batch applies the rules of each listing: beyond the tier's limit the rest is refused with the reason", async () => {
  const own = await premium();
  const text = `${header}\n${[1, 2, 3, 4].map((n) => `9${n},Pokemon,Base Set,Pikachu,58,C,Near Mint,1,1.00`).join('\n')}`;
  const { body } = await bring(text, own);
  await at.market.platform.pool.query(
    "update stock_import set status = 'committing', listing_status = 'active' where id = $1",
    [body.id],
  );
  await at.market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [own.id]);
  await listNextRows(at.market.platform, body.id);
  const done = (await see(body.id, own)).body;
  expect([done.status, done.progress.listed, done.progress.refused]).toEqual(['committed', 2, 2]);
  expect(done.rows[3].outcome).toContain('can have 2 active listings');
});

test("a batch lists nothing for a limited member, and names the date of the limit's end", async () => {
  const own = await premium();
  const columns =
    'Listing ID,Card ID,Game,Set Code,Set,Name,Number,Rarity,Condition,Finish,Language,Certificate,Quantity,Price,Currency,Cost,Cost Currency';
  const { body } = await bring(
    `${columns}\nlimited-1,base1-58,Pokémon,base1,Base Set,Pikachu,58,Common,Near Mint,normal,en,,1,1.00,USD,,`,
    own,
  );
  expect(body.counts.sure).toBe(1);
  const { clock, pool } = at.market.platform;
  await pool.query('insert into member_limit (user_id, until, created_at) values ($1, $2, $3)', [
    own.id,
    new Date(clock.now().getTime() + 86_400_000),
    clock.now(),
  ]);
  await at.market.request('POST', `/api/listings/import/${body.id}/commit`, { as: own, body: {} });
  await at.market.runJobs();
  const [row] = (await see(body.id, own)).body.rows;
  expect([row.listingId, JSON.stringify(row)]).toEqual([
    null,
    expect.stringContaining('Your account is restricted. You can list cards again on '),
  ]);
  expect((await pool.query('select 1 from listing where seller_id = $1', [own.id])).rows).toEqual([]);
});
