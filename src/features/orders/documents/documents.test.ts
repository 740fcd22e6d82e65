import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { orderNumber as number } from '../model/order.number.ts';
import { buyPlaced, makePremium, passTime, pay, putUpForSale } from '../testing.ts';

let market: TestMarket;
let shop: TestMember;
let buyer: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  [shop, buyer] = [await market.signUp('mara_sells'), await market.signUp('ben_buys')];
  for (const member of [shop, buyer]) await makePremium(market, member);
}, 60_000);
afterAll(() => market?.close());

const place = { line1: 'Hill Road 5', line2: null, city: 'Łódź', state: null, postalCode: '90-001', country: 'pl' };

async function sold(
  name: string,
  address: Record<string, unknown> = {},
  listed: Record<string, unknown> = {},
): Promise<string> {
  const body = {
    game: 'pokemon',
    name,
    condition: 'near_mint',
    price: { amount: 900, currency: 'USD' },
    status: 'active',
    ...listed,
  };
  const made = await market.request('POST', '/api/listings', { as: shop, body });
  expect([made.status, made.body.errors]).toEqual([201, undefined]);
  const { order, checkoutUrl } = await buyPlaced(market, buyer, made.body.id);
  await pay(checkoutUrl);
  await passTime(market);
  await market.platform.pool.query('update orders set address = $2 where id = $1', [
    order.id,
    JSON.stringify({ name: 'Zoë Müller-Ångström', ...place, ...address }),
  ]);
  return order.id;
}

/** As binary: the test client reads text. */
async function documents(query: string, as: TestMember | null = shop) {
  const answer = await fetch(`${market.url}/api/orders/papers?${query}`, as ? { headers: { cookie: as.cookie } } : {});
  const type = answer.headers.get('content-type') ?? '';
  if (!type.startsWith('application/pdf'))
    return { status: answer.status, body: await answer.json(), headers: answer.headers, pages: [] };
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), {
    mergePages: false,
  });
  // Runs of two fonts are two pieces to a reader of text: where they meet is no word's end.
  return {
    status: answer.status,
    body: null,
    headers: answer.headers,
    pages: text.map((page) => page.replace(/\s+/g, '')),
  };
}
const tight = (text: string) => text.replace(/\s+/g, '');
const send = (id: string) => market.request('POST', `/api/orders/${id}/ship`, { as: shop, body: { carrier: 'Post' } });

test('[RO-03] a pull sheet has every copy that is to be sent once, by place, with box 9 before box 10 and what has no place last', async () => {
  const ids = [
    await sold('Blastoise', {}, { sku: 'B-7', place: 'Box 10' }),
    await sold('Venusaur', {}, { place: 'Box 9' }),
    await sold('Lugia'),
    await sold('Ho-Oh', {}, { place: 'Box 1' }),
  ];
  const { status, headers, pages } = await documents('kind=pull-sheet');
  expect([status, pages.length]).toEqual([200, 1]);
  expect([headers.get('cache-control'), headers.get('content-disposition')]).toEqual([
    'private, no-store',
    'attachment; filename="pull-sheet.pdf"',
  ]);
  const [page = ''] = pages;
  const order = ['Ho-Oh', 'Venusaur', 'Blastoise', 'Lugia'].map((name) => page.indexOf(name));
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
  for (const word of ['4 orders · 4 copies', 'B-7', 'Near mint', ...ids.map(number)])
    expect(page).toContain(tight(word));
  // A sent order is not on the pull sheet.
  expect((await send(ids[2] ?? '')).status).toBe(200);
  expect((await documents('kind=pull-sheet')).pages[0]).not.toContain('Lugia');
  for (const id of ids) await send(id);
  expect(await documents('kind=pull-sheet')).toMatchObject({
    status: 409,
    body: { message: 'You have no orders to ship.' },
  });
});

test('packing slips are a page for each chosen order, with names in every script as they were written', async () => {
  const [zoe, yamada, ivan, more, nour] = [
    await sold('Charizard'),
    await sold('リザードン', { name: '山田 花子', line1: '千代田区丸の内1-1', city: '東京都', country: 'JP' }),
    await sold('Snorlax', { name: 'Иван Петров', line1: '서울특별시 강남구', city: '北京市朝阳区', country: 'KR' }),
    await sold('Not chosen'),
    await sold('ลิซาร์ดอน', {
      name: 'نور الدين علي',
      line1: 'שדרות רוטשילד 15 (תל אביב)',
      city: 'กรุงเทพมหานคร',
      country: 'IL',
    }),
  ];
  const { status, pages } = await documents(
    `kind=packing-slips&order=${zoe}&order=${yamada}&order=${ivan}&order=${nour}`,
  );
  expect([status, pages.length]).toEqual([200, 4]);
  for (const word of [
    'Packing slip',
    `Order ${number(zoe)}`,
    'Zoë Müller-Ångström',
    '90-001 Łódź',
    'POLAND',
    'mara_sells',
    'Charizard',
    '$9.00',
    'ben_buys',
  ])
    expect(pages[0]).toContain(tight(word));
  for (const word of ['山田 花子', '千代田区丸の内1-1', '東京都', 'リザードン'])
    expect(pages[1]).toContain(tight(word));
  for (const word of ['Иван Петров', '서울특별시 강남구', '北京市朝阳区']) expect(pages[2]).toContain(tight(word));
  // For Arabic the font substitutes glyphs that text extraction may not map back; the test checks that there is no
  // replacement character among them.
  for (const word of ['שדרות', 'רוטשילד', 'אביב', 'กรุงเทพมหานคร', 'ลิซาร์ดอน']) expect(pages[3]).toContain(word);
  expect(pages[3]?.match(/\p{sc=Arabic}/gu)?.length).toBeGreaterThan(7);
  expect(pages[3]?.replace('Somethingwrong?', '')).not.toMatch(/couldnotbeprinted|\?/);
  expect(pages.join('')).not.toContain('Notchosen');
  for (const id of [zoe, yamada, ivan, more, nour]) await send(id);
});

test('address labels are eight on a sheet; a character that no font has is reported, not left out', async () => {
  const ids = [];
  for (let n = 0; n < 9; n++)
    ids.push(await sold(`Card ${n}`, n === 8 ? { name: 'Noor 😀 नूर' } : { name: `Person ${n}` }));
  const { pages } = await documents('kind=address-labels');
  expect(pages.length).toBe(2);
  for (let n = 0; n < 8; n++) expect(pages[0]).toContain(`Person${n}`);
  expect(pages[1]).toContain(tight('Some characters could not be printed. Check the order.'));
  expect(pages[1]).toContain('Noor????');
  expect(pages[0]).not.toContain('couldnotbeprinted');
  for (const id of ids) await send(id);
});

test('a mirrored character in Hebrew text breaks no sheet and is not left out, on any parcel', async () => {
  const ids = [await sold('Ditto'), await sold('Muk', { name: 'אבי ≪' }), await sold('Grimer', { name: 'אבי ∠7 ⊘' })];
  for (const kind of ['address-labels', 'packing-slips']) {
    const { status, pages } = await documents(`kind=${kind}`);
    expect([kind, status]).toEqual([kind, 200]);
    for (const sign of ['ZoëMüller-Ångström', '≪', '∠', '⊘']) expect(pages.join('')).toContain(sign);
    expect(pages.join('')).not.toContain('couldnotbeprinted');
  }
  for (const id of ids) await send(id);
});

test('[RO-03] only a premium seller prints, only their own orders, and only what is to be sent', async () => {
  const [own, sent] = [await sold('Mew'), await sold('Mewtwo')];
  await send(sent);
  const { order } = await buyPlaced(market, shop, await putUpForSale(market, buyer));
  const ask = (id: string, as?: TestMember | null) => documents(`kind=address-labels&order=${id}`, as);
  expect((await ask(own)).status).toBe(200);
  expect((await ask(own, null)).status).toBe(401);
  // The buyer is premium too, and is no seller of it; nor is the shop of what it buys.
  expect(await ask(own, buyer)).toMatchObject({ status: 404, body: { message: 'We couldn’t find this order.' } });
  expect((await ask(order.id)).status).toBe(404);
  expect((await ask(`${own}&order=${order.id}`)).status).toBe(404);
  expect(await ask(sent)).toMatchObject({ status: 409, body: { code: 'wrong_state', order: sent } });
  expect((await documents('kind=invoice')).body.errors).toEqual({
    kind: 'Use one of pull-sheet, packing-slips, address-labels.',
  });
  expect(
    (
      await documents(
        `kind=pull-sheet${'&order=x'.repeat(3)}&${Array.from({ length: 101 }, (_, n) => `order=${n}`).join('&')}`,
      )
    ).body.errors,
  ).toEqual({
    order: 'Select at most 100 orders.',
  });
  const page = async () => (await market.request<string>('GET', '/orders?side=selling', { as: shop })).body;
  expect(
    [await page()].map((html) => [
      html.includes('Packing slips'),
      html.includes(`value="${own}"`),
      html.includes(`value="${sent}"`),
    ]),
  ).toEqual([[true, true, false]]);
  await market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [shop.id]);
  expect(await ask(own)).toMatchObject({ status: 403, body: { code: 'tier_limit' } });
  expect((await page()).includes('Packing slips</')).toBe(false);
  await makePremium(market, shop);
});

test('more orders than are printed at once are said, on the page before and on the sheet after', async () => {
  const first = await sold('Nidoking');
  const { pool, clock } = market.platform;
  // Copies of that order, paid later.
  await pool.query(
    `insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', 'more' || lpad(n::text, 20, '0'), 'paid_at', $2::timestamptz))).*
     from orders o, generate_series(1, 102) n where o.id = $1`,
    [first, clock.now()],
  );
  await pool.query(
    `insert into order_item select (jsonb_populate_record(null::order_item, to_jsonb(i) || jsonb_build_object('order_id', 'more' || lpad(n::text, 20, '0'), 'title', 'نيدوكينج'))).*
     from order_item i, generate_series(1, 102) n where i.order_id = $1`,
    [first],
  );
  const { rows } = await pool.query(
    "select count(*)::int as n from orders where seller_id = $1 and status in ('paid', 'awaiting_shipping')",
    [shop.id],
  );
  const html = (await market.request<string>('GET', '/orders?side=selling', { as: shop })).body;
  expect(html).toContain(`or for the 100 orders paid first of ${rows[0].n} to ship:`);
  const { pages } = await documents('kind=pull-sheet');
  expect(pages[0]).toContain(tight('100 orders · 100 copies'));
  expect(pages[0]).toContain(
    tight(`${rows[0].n - 100} more orders to ship aren’t on this sheet. The sheet lists the orders paid first.`),
  );
  expect(pages[0]).toContain('Nidoking');
  await pool.query("delete from order_item where order_id like 'more0%'");
  await pool.query("delete from orders where id like 'more0%'");
  const { pages: all } = await documents('kind=pull-sheet');
  expect(all[0]).not.toContain('morewait');
  await send(first);
});
