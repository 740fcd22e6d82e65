import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { market as composition } from '#app/server/features.server.ts';
import { importTestCards } from '#features/listings/testing.ts';
import { buyPlaced, makePremium, passTime, pay, putUpForSale } from '#features/orders/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { makeWorld, type World } from '../../../../tests/security/operations/world.testing.ts';

const isBuilt = existsSync(join(buildFolder, 'server/index.js'));

/**
 * Private data of a member that no admin needs. Each word is stored in one field of the victim only; a page or call
 * that shows one declares it in `shows`, with the case that needs it.
 */
const canaries = {
  email: 'victim_owner@example.test',
  contact: 'canarycontact',
  address: 'Rue de la Victime',
  messages: 'between the victim and a third',
  'private list': 'victims own wishes',
  'note on a listing': 'canarynote',
  sku: 'canarysku',
  place: 'canaryplace',
  draft: 'canarydraft',
  'saved search': 'canarysearch',
  notification: 'canarynews',
  'stock file': 'canarystock',
  'change of many': 'canarybulk',
  'network address': '203.0.113.77',
  browser: 'CanaryAgent',
  'words of an offer': 'canaryoffer',
  'why somebody is blocked': 'canaryblock',
} as const;
type Canary = keyof typeof canaries;

interface Reading {
  /** Addresses of it, with the world's things in the place of parameters. */
  at: (world: World) => string[];
  /** Its line in the security log; null where nothing of a member is in it. */
  notes: string | null;
  shows?: readonly Canary[];
}

const one = (base: string, notes: string | null, ...names: (keyof World['ids'])[]): Reading => ({
  at: ({ ids }) => names.map((name) => `${base}/${ids[name]}`),
  notes,
});
const list = (address: string, notes: string | null): Reading => ({ at: () => [address], notes });

/** The id of a card of the database, once it is imported. */
let card = '';

/** Every page and every GET call of an admin. */
const readings: Record<string, Reading> = {
  'GET /api/admin/members': list('/api/admin/members?q=victim', 'members'),
  'GET /api/admin/members/{id}': { at: ({ victim }) => [`/api/admin/members/${victim.id}`], notes: 'member' },
  'page /admin': list('/admin', null),
  'GET /api/admin/money': list('/api/admin/money', null),
  'page /admin/money': list('/admin/money', null),
  'GET /api/admin/invoices': list('/api/admin/invoices', 'invoices'),
  'GET /api/admin/invoices/export.csv': list('/api/admin/invoices/export.csv', 'invoices'),
  'GET /api/admin/invoices/{id}/invoice.pdf': {
    at: ({ ids }) => [`/api/admin/invoices/${ids.invoice}/invoice.pdf`],
    notes: 'invoice',
  },
  'GET /api/admin/tax-report/{year}/report.csv': list('/api/admin/tax-report/2026/report.csv', null),
  'GET /api/admin/tax-report/{year}/report.xml': list(
    '/api/admin/tax-report/2026/report.xml?name=A&tin=B&street=C&postalCode=D&city=E',
    null,
  ),
  'page /admin/invoices/tax-report': list('/admin/invoices/tax-report', null),
  'page /admin/invoices': list('/admin/invoices', 'invoices'),
  'page /admin/members': list('/admin/members?q=victim', 'members'),
  'page /admin/content': list('/admin/content?q=charizard', 'listings'),
  'page /admin/members/:id': { at: ({ victim }) => [`/admin/members/${victim.id}`], notes: 'member' },
  'GET /api/admin/listings/{id}': one('/api/admin/listings', 'listing', 'active', 'paused', 'bargain'),
  'page /admin/listings/:id': one('/admin/listings', 'listing', 'active', 'paused', 'bargain'),
  'page /admin/certificates': list('/admin/certificates', 'certificates'),
  'GET /api/admin/reviews/{id}': one('/api/admin/reviews', 'review', 'review'),
  'page /admin/reviews/:id': one('/admin/reviews', 'review', 'review'),
  'GET /api/admin/wanted/{id}': one('/api/admin/wanted', 'wanted', 'wanted'),
  'page /admin/wanted/:id': one('/admin/wanted', 'wanted', 'wanted'),
  'GET /api/admin/want-lists/{id}': one('/api/admin/want-lists', 'want-list', 'shownList', 'list'),
  'page /admin/want-lists/:id': one('/admin/want-lists', 'want-list', 'shownList', 'list'),
  'GET /api/admin/orders': list('/api/admin/orders', 'orders'),
  'GET /api/admin/orders/{id}': one('/api/admin/orders', 'order', 'bought', 'sold', 'shipped', 'reported'),
  'GET /api/admin/orders/{id}/chargebacks/{chargebackId}/evidence.pdf': {
    at: ({ ids }) => [`/api/admin/orders/${ids.sold}/chargebacks/${ids.chargeback}/evidence.pdf`],
    notes: 'order',
  },
  'page /admin/orders': list('/admin/orders', 'orders'),
  'page /admin/orders/:id': one('/admin/orders', 'order', 'bought', 'sold', 'shipped', 'reported'),
  'GET /api/admin/reports': list('/api/admin/reports', 'reports'),
  'page /admin/reports': list('/admin/reports', 'reports'),
  'GET /api/admin/reports/{id}/texts': { at: ({ ids }) => [`/api/admin/reports/${ids.given}/texts`], notes: 'report' },
  'GET /api/admin/appeals': list('/api/admin/appeals', 'appeals'),
  'GET /api/admin/appeals/{id}': one('/api/admin/appeals', 'appeal', 'appealed'),
  'page /admin/appeals': list('/admin/appeals', 'appeals'),
  'page /admin/appeals/:id': one('/admin/appeals', 'appeal', 'appealed'),
  'GET /api/admin/texts': list('/api/admin/texts', null),
  'page /admin/texts': list('/admin/texts', null),
  'page /admin/market': list('/admin/market', null),
  'GET /api/admin/market/shipping-table': list('/api/admin/market/shipping-table', null),
  'page /admin/shipping': list('/admin/shipping', null),
  'GET /api/admin/ads': list('/api/admin/ads', null),
  'GET /api/admin/ads/{id}': one('/api/admin/ads', null, 'ad'),
  'page /admin/ads': list('/admin/ads', null),
  'page /admin/ads/new': list('/admin/ads/new', null),
  'page /admin/ads/:id': one('/admin/ads', null, 'ad'),
  'page /admin/ads/:id/picture': { at: ({ ids }) => [`/admin/ads/${ids.ad}/picture`], notes: null },
  'page /admin/site': list('/admin/site', null),
  'page /admin/site/logo': list('/admin/site/logo', null),
  // Nothing of a member is in the card database.
  'page /admin/card-reports': list('/admin/card-reports', null),
  'page /admin/cards/:id': { at: () => [`/admin/cards/${card}`], notes: null },
  'GET /api/admin/jobs': list('/api/admin/jobs', 'jobs'),
  'page /admin/jobs': list('/admin/jobs', 'jobs'),
  'GET /api/admin/health': list('/api/admin/health', null),
  'page /admin/health': list('/admin/health', null),
  'GET /api/admin/audit': list('/api/admin/audit', 'audit'),
  'GET /api/admin/audit/chain': list('/api/admin/audit/chain', null),
  'page /admin/audit': list('/admin/audit', 'audit'),
  // Messages of two members need a report, and are shown only to the admin who has claimed it.
  'GET /api/admin/reports/{id}': {
    at: ({ ids }) => [`/api/admin/reports/${ids.given}`],
    notes: 'report',
    shows: ['messages'],
  },
  'page /admin/reports/:id': { at: ({ ids }) => [`/admin/reports/${ids.given}`], notes: 'report', shows: ['messages'] },
};

describe.skipIf(!isBuilt)('what admins see', () => {
  const log: string[] = [];
  let market: TestMarket;
  let world: World;
  let bystander: TestMember;
  beforeAll(async () => {
    market = await startTestMarket({
      pages: true,
      env: { TAX_REPORT_COUNTRY: 'DE' },
      onLog: (line) => log.push(line),
    });
    world = await makeWorld(market);
    card = (await importTestCards(market))['lea-161'] ?? '';
    bystander = await market.signUp('bystander_here');
    await makePremium(market, bystander);
    // Sold and paid, and nothing is wrong with it.
    const { checkoutUrl } = await buyPlaced(market, world.stranger, await putUpForSale(market, bystander));
    await pay(checkoutUrl);
    await passTime(market);
    const { victim, ids } = world;
    const plant: [string, unknown[]][] = [
      ["update profile set contact = 'canarycontact' where user_id = $1", [victim.id]],
      [
        "update listing set private_note = 'canarynote', sku = 'canarysku', place = 'canaryplace' where seller_id = $1",
        [victim.id],
      ],
      ["update listing set title = 'canarydraft', name = 'canarydraft' where id = $1", [ids.draft]],
      ["update saved_search set name = 'canarysearch' where owner_id = $1", [victim.id]],
      ["update notification set title = 'canarynews' where user_id = $1", [victim.id]],
      ["update stock_import_row set said = 'canarystock' where import_id = $1", [ids.stock]],
      ["update bulk_change_row set title = 'canarybulk' where change_id = $1", [ids.bulk]],
      [
        "update auth_session set ip_address = '203.0.113.77', user_agent = 'CanaryAgent' where user_id = $1",
        [victim.id],
      ],
      ["update offer set message = 'canaryoffer' where buyer_id = $1", [victim.id]],
      [
        "insert into member_block (member_id, blocked_id, reason, created_at) values ($1, $2, 'canaryblock', now())",
        [victim.id, world.stranger.id],
      ],
      ["update member_report set text = 'They wrote it.'", []],
    ];
    for (const [query, values] of plant) await market.platform.pool.query(query, values);
  }, 120_000);
  afterAll(() => market?.close());

  const visit = async (address: string, as = world.admin) => {
    const answer = await market.request<unknown>('GET', address, { headers: { cookie: as.cookie, accept: '*/*' } });
    return { status: answer.status, text: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body) };
  };
  const seenIn = (text: string) => (Object.keys(canaries) as Canary[]).filter((name) => text.includes(canaries[name]));
  const readsSince = (from: number) =>
    log.slice(from).flatMap((line) => {
      const { log: kind, kind: what, ...facts } = line.startsWith('{') ? JSON.parse(line) : {};
      return kind === 'security' && what === 'operator.read' ? [facts.what as string] : [];
    });

  test('every page and every GET call of an admin is checked here', () => {
    const all = [...composition.edges].filter(([edge]) => /^(GET \/api|page )\/admin\b/.test(edge));
    expect(all.length).toBeGreaterThan(35);
    expect(all.map(([edge]) => edge).sort()).toEqual(Object.keys(readings).sort());
  });

  test('shows of a member what its case needs and nothing else of theirs, and each reading of a record is in the security log', async () => {
    const wrong: string[] = [];
    for (const [edge, { at, notes, shows = [] }] of Object.entries(readings)) {
      for (const address of at(world)) {
        const from = log.length;
        const { status, text } = await visit(address);
        if (status >= 400) wrong.push(`${address} answered ${status}`);
        const seen = seenIn(text);
        if (seen.join() !== shows.join()) wrong.push(`${edge}, ${address} shows ${seen.join(', ') || 'nothing'}`);
        const noted = readsSince(from);
        if (notes === null ? noted.length > 0 : !noted.includes(notes))
          wrong.push(`${edge}, ${address} notes ${noted.join(', ') || 'nothing'}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('an unclaimed report shows no message; unpublished and unreported records stay private', async () => {
    const { ids } = world;
    for (const base of ['/api/admin', '/admin']) {
      expect(seenIn((await visit(`${base}/reports/${ids.toldOf}`)).text), base).toEqual([]);
      const draft = await visit(`${base}/listings/${ids.draft}`);
      expect([draft.status, seenIn(draft.text)], base).toEqual([404, []]);
    }
  });

  test('who is in no case stands in no queue: only looking them up by name or id finds them, and that is written down', async () => {
    for (const [edge, { at }] of Object.entries(readings)) {
      for (const address of at(world))
        expect([edge, (await visit(address)).text.includes(bystander.username)]).toEqual([edge, false]);
    }
    const from = log.length;
    expect((await visit('/api/admin/members?q=bystander_h')).text).toContain(bystander.id);
    expect((await visit(`/admin/members/${bystander.id}`)).text).not.toContain(bystander.email);
    expect(readsSince(from)).toEqual(expect.arrayContaining(['members', 'member']));
  });

  test('plan, sign-ins, sessions and second factors are shown for a case that is named and written down, to who named it, for an hour', async () => {
    const { victim, admin, ids } = world;
    await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [world.stranger.id]);
    const notified = async (as = admin) => {
      const call = await visit(`/api/admin/members/${victim.id}`, as);
      const page = await visit(`/admin/members/${victim.id}`, as);
      const words = [
        ids.subscription,
        'The subscription at Stripe',
        'Devices',
        'Two-step verification',
        'Last sign-in',
        'Customer ID',
      ];
      const { subscription, sessions, factors, readings, waysIn, lastSignIn, lastInvoice, tier } = JSON.parse(
        call.text,
      );
      // Premium is public on the member's profile.
      expect(tier).toBe('premium');
      return {
        page: words.filter((word) => page.text.includes(word)),
        call: [subscription, sessions, factors, readings, waysIn, lastSignIn, lastInvoice],
      };
    };
    const nothing = { page: [], call: Array(7).fill(null) };
    expect(await notified()).toEqual(nothing);
    // Nor does what can be done say it: whether there are sessions, factors or a plan, and who pays for premium (the
    // one pays, the other was given it).
    for (const { id } of [victim, bystander]) {
      const { may } = JSON.parse((await visit(`/api/admin/members/${id}`)).text);
      expect(['sync', 'reset-factors', 'end-sessions', 'grant', 'revoke'].map((one) => may.includes(one))).toEqual([
        false,
        true,
        true,
        true,
        true,
      ]);
      expect(
        (await market.request('POST', `/api/admin/members/${id}/subscription/sync`, { as: admin })).body.code,
      ).toBe('no_case');
    }
    const name = (body: unknown, as = admin) =>
      market.request('POST', `/api/admin/members/${victim.id}/account`, { as, body });
    for (const body of [{}, { reason: ' ' }, { reason: 'x' }]) expect((await name(body)).status).toBe(422);
    expect((await name({ reason: 'Report 12' }, bystander)).status).toBe(403);
    expect(await notified()).toEqual(nothing);

    expect((await name({ reason: 'Report 12' })).body.opened).toMatchObject({ reason: 'Report 12' });
    const seen = await notified();
    expect(seen.page).toContain(ids.subscription);
    expect(seen.page).toContain('Devices');
    expect(seen.call).not.toContain(null);
    expect(await notified(world.stranger)).toEqual(nothing);
    const { rows } = await market.platform.pool.query(
      "select by, data from audit_log where act = 'account.opened' and subject = $1",
      [victim.id],
    );
    expect(rows).toEqual([{ by: admin.id, data: { reason: 'Report 12' } }]);

    // The result of the Stripe sync is in the log only for an admin with a named case.
    expect(
      (await market.request('POST', `/api/admin/members/${victim.id}/subscription/sync`, { as: admin })).status,
    ).toBe(200);
    const synced = async (as: TestMember) =>
      (
        await market.request('GET', `/api/admin/audit?act=subscription.synced&subject=${victim.id}`, { as })
      ).body.items.map(({ data }: { data: unknown }) => data);
    expect([await synced(admin), await synced(world.stranger)]).toEqual([
      [{ status: expect.any(String), tier: expect.any(String) }],
      [{}],
    ]);

    const sent = await market.request<string>('POST', `/admin/members/${victim.id}`, {
      body: new URLSearchParams({ act: 'open-account', reason: ' ' }).toString(),
      headers: {
        cookie: world.stranger.cookie,
        origin: market.url,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect([sent.status, sent.body.includes('Enter a reason of at least 3 characters.')]).toEqual([422, true]);
    await market.advance(61 * minuteMs);
    expect(await notified()).toEqual(nothing);
    expect(await synced(admin)).toEqual([{}]);
  });

  test('an address is read on request alone, and that is an act', async () => {
    const { victim, admin } = world;
    const read = await market.request('POST', `/api/admin/members/${victim.id}/email`, { as: admin });
    expect(read.body).toEqual({ email: victim.email });
    const { rows } = await market.platform.pool.query(
      "select by from audit_log where act = 'email.read' and subject = $1",
      [victim.id],
    );
    expect(rows).toEqual([{ by: admin.id }]);
  });
});
