import { afterAll, beforeAll, expect, test } from 'vitest';
import { grantPremium, revokePremium } from '#features/tiers/index.server.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { listed } from '../testing.ts';

let market: TestMarket;
let seller: TestMember;
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  seller = await market.signUp('Writes_Well');
}, 60_000);
afterAll(() => market?.close());

const description =
  'One **white dot** on the back:\nsee photo 2\n\n- sleeved\n- [scans](https://scans.example/a)\n\n<script>alert(1)</script>';
const seen = async (path: string, as?: TestMember) =>
  String((await market.request('GET', path, as ? { as } : {})).body).replace(/<!-- -->/g, '');
/** The rendered page without its data. */
const drawn = async (path: string, as?: TestMember) => (await seen(path, as)).replace(/<script[\s\S]*?<\/script>/g, '');

test('[RO-03] [EN-06] a description is text for a free seller, Markdown with premium, text again after it; what was typed stays', async () => {
  const { id } = await listed(market, seller, { name: 'Mew', game: 'pokemon', description });
  const path = `/listings/${id}`;
  const asText = 'One **white dot** on the back:\nsee photo 2\n\n- sleeved\n- [scans](https://scans.example/a)';
  const formatted =
    '<p>One <strong>white dot</strong> on the back:\nsee photo 2</p><ul><li>sleeved</li><li>scans <span';
  expect(await drawn(path)).toContain(asText);

  await grantPremium(market.platform, { userId: seller.id, by: 'test' });
  await market.runJobs();
  for (const page of [await drawn(path), await drawn(path, seller)]) {
    expect(page).toContain(formatted);
    expect(page).toContain('(https://<b>scans.example</b>/a)');
    expect(page).toContain('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    expect(page).not.toContain('href="https://scans.example');
  }
  const notified = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(await seen(path))?.[1] ?? '';
  expect(JSON.parse(notified)['@graph'][0].description).toBe(
    'One white dot on the back:\nsee photo 2\nsleeved\nscans\n<script>alert(1)</script>',
  );
  expect((await market.request('GET', `/api/listings/${id}`)).body).toMatchObject({ description });

  await revokePremium(market.platform, { userId: seller.id, by: 'test' });
  await market.runJobs();
  const after = await drawn(path);
  expect(after).toContain(asText);
  expect(after).not.toContain('<strong>white dot');
  expect((await market.request('GET', `/api/listings/${id}`)).body).toMatchObject({ description });
});

test('[RO-03] a link in a description says that it leads outside, unless it is internal', async () => {
  const other = await market.signUp('Writes_Links');
  await grantPremium(market.platform, { userId: other.id, by: 'test' });
  const links = `[more](${market.url}/browse) and [scans](https://scans.example/a)`;
  const { id } = await listed(market, other, { name: 'Mew', game: 'pokemon', description: links });
  const notes = [...(await drawn(`/listings/${id}`)).matchAll(/title="(Link to [^"]*)"/g)].map(([, note]) => note);
  expect(notes).toEqual([
    'Link to a page on this site.',
    'Link to scans.example, an external site. Copy it only if you trust it.',
  ]);
});

test('[EN-06] what search engines and previews read of a description ends with a whole character, formatted or not', async () => {
  const other = await market.signUp('Writes_Smiles');
  const smiles = `${'x'.repeat(299)}${'😀'.repeat(200)}`;
  const ask = async (member: TestMember) => {
    const { id } = await listed(market, member, { name: 'Mew', game: 'pokemon', description: smiles });
    const page = await seen(`/listings/${id}`);
    const notified = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    return JSON.parse(notified)['@graph'][0].description;
  };
  expect(await ask(other)).toBe(`${'x'.repeat(299)}${'😀'.repeat(100)}`);
  await grantPremium(market.platform, { userId: other.id, by: 'test' });
  expect(await ask(other)).toBe(`${'x'.repeat(299)}${'😀'.repeat(100)}`);
});

test('[RO-02] the form says what marks do to premium members only, and both how long it may be', async () => {
  const form = await drawn('/listings/create', seller);
  expect(form).toContain('Up to 5,000 characters.');
  expect(form).not.toContain('**bold**');
  await grantPremium(market.platform, { userId: seller.id, by: 'test' });
  expect(await drawn('/listings/create', seller)).toContain(
    'Formatting: **bold**, _italic_, - for lists, &gt; for quotes. Up to 20,000 characters.',
  );
});

test('[RO-02] without premium a description of before stays, or becomes shorter; it does not grow beyond what is for all', async () => {
  await grantPremium(market.platform, { userId: seller.id, by: 'test' });
  const long = 'x'.repeat(6_000);
  const { id } = await listed(market, seller, { name: 'Mew', game: 'pokemon', description: long });
  await revokePremium(market.platform, { userId: seller.id, by: 'test' });
  await market.runJobs();
  const edit = async (body: object) => {
    const { status, body: answer } = await market.request('PATCH', `/api/listings/${id}`, { as: seller, body });
    return [status, answer.description?.length ?? answer.errors?.description];
  };
  expect(await edit({ description: long, price: { amount: 900, currency: 'USD' } })).toEqual([200, 6_000]);
  const refused = 'Enter at most 5,000 characters. The limit of Premium is 20,000.';
  expect(await edit({ description: `${long}x` })).toEqual([422, refused]);
  expect(await edit({ description: `y${long.slice(1)}` })).toEqual([422, refused]);
  expect(await edit({ description: long.slice(1) })).toEqual([200, 5_999]);
  expect(await edit({ description: long })).toEqual([422, refused]);
  expect(await edit({ description: null })).toEqual([200, undefined]);
});
