import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { feature as notes } from '#testing/sample-room/feature.server.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { composeMarket } from './compose.server.ts';
import { features } from './features.server.ts';
import { createHttpApp } from './http.server.ts';
import { createPageCache } from './page-cache.server.ts';
import { createPages } from './pages.server.ts';

let market: TestMarket;
let ann: TestMember;
beforeAll(async () => {
  // The one line of a new room.
  market = await startTestMarket({ rooms: [...features, notes] });
  await market.platform.pool.query('create table sample_note (member_id text not null, text text not null, length int)');
  ann = await market.signUp('note_keeper');
});
afterAll(() => market.close());

const kept = async (who: string) =>
  (await market.platform.pool.query('select text, length from sample_note where member_id = $1 order by text', [who])).rows;

describe('[A-01] a room that brings', () => {
  test('a call of the API, an event and the job that follows it', async () => {
    expect((await market.request('POST', '/api/notes', { as: ann, body: { text: 'four' } })).status).toBe(201);
    await market.runJobs();
    expect(await kept(ann.id)).toEqual([{ text: 'four', length: 4 }]);
    // As a process of the last release enqueued it.
    await market.platform.pool.query("select graphile_worker.add_job('note.count', $1::json)", [
      JSON.stringify({ memberId: ann.id, length: 5, more: 1 }),
    ]);
    await market.runJobs();
    expect(await kept(ann.id)).toEqual([{ text: 'four', length: 5 }]);
  });

  test('its part of the export, described in the document of the API', async () => {
    const { body } = await market.request('GET', '/api/export', { as: ann });
    expect(body.notes).toEqual({ notes: [{ text: 'four', length: 5 }] });
    expect(Object.keys(body).sort()).toEqual(['account', 'exportedAt', 'listings', 'market', 'notes', 'notifications', 'orders']);
    const document = (await market.request('GET', '/api/openapi.json')).body;
    expect(Object.keys(document.components.schemas.Export.properties)).toContain('notes');
    expect(Object.keys(document.paths)).toContain('/api/notes');
  });

  test('an address that is open to visitors, beside one that is not', async () => {
    expect((await market.request('POST', '/api/notes/wave', { body: {} })).status).toBe(204);
    expect((await market.request('POST', '/api/notes', { body: { text: 'x' } })).status).toBe(401);
  });

  test('pages that need a member, beside one that does not', async () => {
    const { platform } = market;
    const composition = composeMarket([...features, notes]);
    const source = async (): Promise<never> => {
      throw new Error('the guard let it through');
    };
    const pages = createPages(platform, source, createPageCache(platform), composition);
    const health = { isReady: async () => [], degraded: () => [], metrics: async () => '' };
    const app = createHttpApp({ platform, composition, pages, sandbox: null, health });
    const look = (path: string) => app.request(market.url + path, { headers: { host: new URL(market.url).host } });
    const moved = await look('/notes/mine/1');
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/auth/sign-in?next=%2Fnotes%2Fmine%2F1']);
    expect((await look('/notes/1')).headers.get('location')).toBeNull();
  });

  test('pages for search engines, and some that they leave alone', async () => {
    expect((await market.request('GET', '/sitemap.xml')).body).toContain('/sitemaps/notes.xml');
    expect((await market.request('GET', '/sitemaps/notes.xml')).body).toContain('/notes/1<');
    expect((await market.request('GET', '/sitemaps/pages.xml')).body).toContain('/about-notes<');
    expect((await market.request('GET', '/sitemaps/notes-1.xml')).status).toBe(404);
    expect((await market.request('GET', '/robots.txt')).body).toContain('Disallow: /notes\n');
  });

  test('an ear for Stripe: its own types, of a connected account too, each event once, and no other room hears them', async () => {
    const send = (id: string, type: string, account?: string) => {
      const event = {
        id,
        object: 'event',
        type,
        livemode: false,
        created: Math.floor(market.clock.now().getTime() / 1_000),
        data: { object: { id: 'po_1' } },
      };
      const payload = JSON.stringify(account ? { ...event, account } : event);
      const [secret = ''] = market.platform.config.stripe.webhookSecret.split(',');
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: event.created });
      return market.request('POST', '/api/stripe/webhook', {
        body: payload,
        headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      });
    };
    const sent: [string, string, string?][] = [
      ['evt_1', 'payout.failed'],
      ['evt_1', 'payout.failed'],
      ['evt_2', 'account.updated', 'acct_ann'],
      ['evt_3', 'payout.failed', 'acct_ann'],
      ['evt_4', 'account.updated'],
    ];
    for (const [id, type, account] of sent) expect((await send(id, type, account)).status).toBe(200);
    await market.runJobs();
    expect((await kept('stripe')).map(({ text }) => text)).toEqual(['account.updated po_1 of acct_ann', 'payout.failed po_1 of the market']);
    const { rows } = await market.platform.pool.query("select id, account from stripe_event where id like 'evt__' order by id");
    expect(rows.map(({ id, account }) => `${id} ${account}`)).toEqual(['evt_1 null', 'evt_2 acct_ann', 'evt_3 acct_ann', 'evt_4 null']);
  });

  test('the deletion of a member, with what this room keeps of them', async () => {
    const bob = await market.signUp('note_leaver');
    expect((await market.request('POST', '/api/notes', { as: bob, body: { text: 'gone' } })).status).toBe(201);
    expect((await market.request('POST', '/api/users/delete-account', { as: bob, body: { password: bob.password } })).status).toBe(200);
    expect(await kept(bob.id)).toEqual([]);
    expect(await kept(ann.id)).toHaveLength(1);
    expect(() => composeMarket([...features, { name: 'late', forgets: { rank: 70 } }])).toThrow('two rooms claim the rank of forgetting 70');
  });

  test('nothing that another room has already', () => {
    expect(() => composeMarket([...features, notes, notes])).toThrow('two rooms claim the table sample_note');
  });
});
