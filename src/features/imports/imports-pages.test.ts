import { expect, test } from 'vitest';
import { testCardId } from '#features/catalogue/testing.ts';
import { listed } from '#features/listings/testing.ts';
import { header, importsMarket, rowOf, stock } from './imports.testing.ts';

const { at, see } = importsMarket({ pages: true });

const page = async (path: string) =>
  String((await at.market.request('GET', path, { as: at.shop })).body).replace(/<!-- -->/g, '');
const send = async (path: string, fields: Record<string, string> | [string, string][]) => {
  const answer = await fetch(`${at.market.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: at.shop.cookie, origin: at.market.url },
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, text: (await answer.text()).replace(/<!-- -->/g, '') };
};
const brought = async (text: string, name = 'stock.csv') => {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), name);
  const answer = await fetch(`${at.market.url}/api/listings/import`, {
    method: 'POST',
    body: form,
    headers: { cookie: at.shop.cookie, origin: at.market.url },
  });
  return (await answer.json()).id as string;
};

test('a row is changed in place, and one without a match gets any card', async () => {
  const id = await brought(`${stock}\n6,Pokemon,Base Set,Nobody,999/102,Rare,Near Mint,1,5.00`, 'binder one.csv');
  const path = `/listings/import/${id}`;
  const first = await page(path);
  expect(first).toContain(`/art/cards/${testCardId('base1-4')}.svg`);
  expect(first).toContain('Total value: <strong>');
  const row = { intent: 'row', row: '2', currency: 'USD' };
  const wrong = await send(path, { ...row, quantity: '0', price: '2,50', condition: 'played', language: 'de' });
  expect(wrong).toMatchObject({ status: 422, text: expect.stringMatching(/id="row-2-quantity-error"/) });
  expect(wrong.text).toMatch(/id="row-2-price"[^>]*value="2,50"/);
  await send(path, { ...row, quantity: '7', price: '2.50', condition: 'played', language: 'de' });
  expect(rowOf((await see(id)).body.rows, 2)).toMatchObject({
    quantity: 7,
    price: { amount: 250, currency: 'USD' },
    condition: 'played',
    language: 'de',
    card: { name: 'Pikachu' },
  });
  expect(first).toContain('Search cards for row 6');
  const searched = await page(`${path}?q=blastoise+base&row=6`);
  expect(searched).toContain(`<option value="${testCardId('base1-2')}"`);
  await send(path, { intent: 'row', row: '6', catalogueCardId: testCardId('base1-2'), condition: 'near_mint' });
  expect(rowOf((await see(id)).body.rows, 6)).toMatchObject({ status: 'sure', card: { name: 'Blastoise' } });
  const list = await page('/listings/import');
  expect(list).toContain('binder one.csv</a>');
  expect(list).toContain('TCGplayer pricing export · 6 rows · ');
});

test('values, a price rule and shipping are set for selected rows or for all', async () => {
  const other = await at.market.signUp();
  await listed(at.market, other, {
    catalogueCardId: testCardId('base1-58'),
    condition: 'light_played',
    finish: 'normal',
    price: { amount: 200, currency: 'USD' },
  });
  const id = await brought(`${stock}\n6,Pokemon,Base Set,Pikachu,058/102,Common,Minty,1,9.00`);
  const path = `/listings/import/${id}`;
  const many = { intent: 'many', currency: 'USD' };
  expect(await send(path, { ...many, condition: 'played' })).toMatchObject({
    status: 422,
    text: expect.stringContaining('Select rows first.'),
  });
  const lowest = { ...many, do: 'match lowest', by: '0.02', rounding: 'ends_in_5' };
  const priced = await send(path, [...Object.entries(lowest), ['rows', '1'], ['rows', '2']]);
  expect(priced.text).toContain(
    '1 row changed. 1 row keeps its price. There is no other listing of this card in the same condition, finish, language and currency.',
  );
  const prices = async () => (await see(id)).body.rows.map((row: { price: { amount: number } }) => row.price?.amount);
  expect((await prices()).slice(0, 3)).toEqual([34_999, 195, 1200]);
  await send(path, { ...many, which: 'all', condition: 'near_mint', shippingName: 'Letter', shippingPrice: '1.20' });
  const after = (await see(id)).body;
  expect(new Set(after.rows.map(({ condition }: { condition: string }) => condition))).toEqual(new Set(['near_mint']));
  // Only its condition was unreadable, so it is ready now.
  expect(rowOf(after.rows, 6)).toMatchObject({ status: 'sure', notes: [] });

  await at.market.request('POST', `/api/listings/import/${id}/commit`, { as: at.shop, body: {} });
  await at.market.runJobs();
  const listing = rowOf((await see(id)).body.rows, 2)?.listingId;
  const { body } = await at.market.request('GET', `/api/listings/${listing}`, { as: at.shop });
  expect(body.shipping).toEqual([{ name: 'Letter', price: { amount: 120, currency: 'USD' }, tracked: false }]);
  const done = await page(path);
  for (const words of ['Import complete', 'active listings</a>', '1 draft needs a photo</a>', '1 row not imported</a>'])
    expect(done).toContain(words);
});

test('the form has the currency of most rows, and names the rows that keep what they have, and why', async () => {
  const id = await brought(stock);
  const path = `/listings/import/${id}`;
  const many = (fields: Record<string, string>) => send(path, { intent: 'many', which: 'all', ...fields });
  await many({ do: 'set price', by: '5', currency: 'EUR' });
  await send(path, { intent: 'row', row: '2', currency: 'USD', price: '2.50' });
  expect(await page(path)).toMatch(/name="shippingCurrency"[^>]*>(?:(?!<\/select>).)*<option selected="">EUR</);
  const letter = { shippingName: 'Letter', shippingPrice: '1.20', shippingCurrency: 'EUR' };
  expect((await many(letter)).text).toContain(
    '4 rows changed. 1 row keeps its shipping because its price is in another currency.',
  );
  const market = await many({ do: 'raise market', by: '', floor: '1', currency: 'USD' });
  expect(market.text).toContain(
    '0 rows changed. 2 rows keep their prices. The price is in EUR. The minimum price is in USD. 1 row keeps its price. There are no sales',
  );
  const cheap = await many({ do: 'lower amount', by: '4', currency: 'USD' });
  expect(cheap.text).toContain('1 row keeps its price. The new price would be below the minimum.');
});

test('a shipping method for all rows without one is set by the import, and its tabs are those of the result', async () => {
  const id = await brought(stock);
  const path = `/listings/import/${id}`;
  const commit = { intent: 'commit', status: 'active', shippingCurrency: 'USD' };
  const before = await page(path);
  expect(before).toMatch(/[0-9]+ rows have no shipping method\. Their listings will have free shipping/);
  const wrong = await send(path, { ...commit, shippingName: 'Letter', shippingPrice: 'cheap' });
  expect(wrong).toMatchObject({ status: 422, text: expect.stringContaining('id="commit-shipping-price-error"') });
  expect((await send(path, { ...commit, shippingPrice: '1.20' })).text).toContain('id="commit-shipping-name-error"');
  expect((await see(id)).body.status).toBe('preview');
  await send(path, { ...commit, shippingName: 'Letter', shippingPrice: '1.20' });
  await at.market.runJobs();
  const { rows, progress } = (await see(id)).body;
  const listing = rowOf(rows, 2)?.listingId;
  const { body } = await at.market.request('GET', `/api/listings/${listing}`, { as: at.shop });
  expect(body.shipping).toEqual([{ name: 'Letter', price: { amount: 120, currency: 'USD' }, tracked: false }]);
  const tabs = /aria-label="Rows by status">(.*?)<\/nav>/s.exec(await page(path))?.[1]?.replace(/<[^>]*>/g, '|');
  expect(tabs?.split('|').filter(Boolean)).toEqual([
    `All ${rows.length}`,
    `Imported ${progress.listed}`,
    `Needs a photo ${progress.needPhoto}`,
    `Not imported ${rows.length - progress.listed}`,
  ]);
  expect((await page(`${path}?show=listed`)).split('id="row-')).toHaveLength(progress.listed + 1);
});

test('an import that was undone shows no listing', async () => {
  const id = await brought(`${header}\n1,Pokemon,Base Set,Pikachu,058/102,Common,Near Mint,3,1.25`);
  await at.market.request('POST', `/api/listings/import/${id}/commit`, { as: at.shop, body: {} });
  await at.market.runJobs();
  expect(await page(`/listings/import/${id}`)).toContain('View listing');
  await at.market.request('POST', `/api/listings/import/${id}/undo`, { as: at.shop });
  await at.market.runJobs();
  const undone = await page(`/listings/import/${id}`);
  expect(undone).toContain('Listing deleted.');
  expect(undone).not.toContain('View listing');
});
