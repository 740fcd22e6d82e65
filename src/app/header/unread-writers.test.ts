import { chromium, expect as see } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { chromiumFlags, findChromium } from '../../../dev/chromium.ts';
import { writersOf } from './unread-writers.ts';

let market: TestMarket;
let reader: TestMember;
const writers: TestMember[] = [];
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  reader = await market.signUp('is_written_to');
  for (let n = 0; n < 7; n++) writers.push(await market.signUp(`writes_${n}`));
}, 120_000);
afterAll(() => market?.close());

const write = async (from: TestMember, to: TestMember) =>
  expect(
    (await market.request('POST', '/api/threads', { as: from, body: { recipientId: to.id, text: 'Hello.' } })).status,
  ).toBe(201);
const unread = async (query: string) =>
  (await market.request('GET', `/api/threads?unread=true${query}`, { as: reader })).body;

test('[LI-06] who has written is said by name, and by number beyond two', () => {
  const thread = (id: string) => ({
    participants: { me: { username: 'me', avatarUrl: null }, [id]: { username: `n_${id}`, avatarUrl: null } },
  });
  const said = (...ids: string[]) => writersOf(ids.map(thread), 'me');
  expect([
    said(),
    said('a'),
    said('a', 'a'),
    said('a', 'b'),
    said('a', 'b', 'a', 'c'),
    said('a', 'b', 'c', 'd'),
  ]).toEqual(['', 'n_a', 'n_a', 'n_a and n_b', 'n_a, n_b and 1 other', 'n_a, n_b and 2 others']);
});

test('[LI-06] the conversations in which something waits are listed alone, page by page', async () => {
  for (const writer of writers) await write(writer, reader);
  const first = await unread('&limit=5');
  expect(first.items).toHaveLength(5);
  const second = await unread(`&limit=5&cursor=${encodeURIComponent(first.nextCursor)}`);
  expect([second.items.length, second.nextCursor]).toEqual([2, null]);
  const id = second.items[0].id;
  expect((await market.request('POST', `/api/threads/${id}/read`, { as: reader })).status).toBe(200);
  expect((await unread('&limit=100')).items.map((thread: { id: string }) => thread.id)).not.toContain(id);
  expect((await market.request('GET', '/api/threads', { as: reader })).body.items).toHaveLength(7);
  expect((await market.request('GET', '/api/threads?unread=perhaps', { as: reader })).status).toBe(422);
});

test('[LI-06] an open page reads them in batches of five, and the icon says who has written; where all is read it says its name alone', async () => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  try {
    const [name = '', value = ''] = reader.cookie.split('=');
    const context = await browser.newContext({ baseURL: market.url });
    await context.addCookies([{ name, value: decodeURIComponent(value), url: market.url }]);
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/threads?')) requests.push(new URL(request.url()).search);
    });
    await page.goto('/about');
    const icon = page.locator('.acts a[href="/messages"]');
    await see(icon).toHaveAttribute('data-tip', /^Messages from writes_\d, writes_\d and 4 others$/, {
      timeout: 20_000,
    });
    await see(icon).toHaveAccessibleName('Messages, 6 unread');
    expect(requests).toEqual(['?unread=true&limit=5', expect.stringMatching(/^\?unread=true&limit=5&cursor=/)]);
    for (const { id } of (await unread('&limit=100')).items)
      await market.request('POST', `/api/threads/${id}/read`, { as: reader });
    await see(icon).toHaveAccessibleName('Messages', { timeout: 20_000 });
    await see(icon).toHaveAttribute('data-tip', 'Messages');
  } finally {
    await browser.close();
  }
});
