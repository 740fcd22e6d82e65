import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, expect as see } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { composeMarket } from '#app/server/compose.server.ts';
import { features } from '#app/server/features.server.ts';
import { checkCounters } from '#platform/counters/check-counters.server.ts';
import { navigationLinks } from '#platform/frame.ts';
import { pagesWith } from '#testing/pages.ts';
import { feature as notes } from '#testing/sample-feature/feature.server.ts';
import { noteRoutes } from '#testing/sample-feature/routes.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { chromiumFlags, findChromium } from '../../dev/chromium.ts';
import { testItsEarForStripe } from './sample-feature-stripe.testing.ts';

interface Mail {
  subject: string;
  text: string;
  headers: Record<string, string>;
}

let market: TestMarket;
let ann: TestMember;
beforeAll(async () => {
  // The two lines of a new feature: one in features.server.ts, one in routes.ts.
  market = await startTestMarket({ features: [...features, notes], pages: await pagesWith(noteRoutes) });
  await market.platform.pool.query(
    readFileSync(join(import.meta.dirname, '../../src/testing/sample-feature/create-notes.sql'), 'utf8'),
  );
  ann = await market.signUp('note_keeper');
});
afterAll(() => market.close());

const look = async (path: string, as?: TestMember) => {
  const answer = await market.request<string>('GET', path, as ? { as } : {});
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};
/** From a mark in a page to the end of the navigation around it, without line ends. */
const partOf = (page: string, mark: string) => page.slice(page.indexOf(mark)).split('</nav>')[0]?.replaceAll('\n', ' ');

/** Listens to `me` as the pages do. Resolves when it is subscribed; `next` is the kind of the event that comes then. */
async function listen(as: TestMember): Promise<{ next(): Promise<string>; close(): void }> {
  const socket = new WebSocket(`${market.url.replace('http', 'ws')}/api/realtime`, {
    headers: { cookie: as.cookie, origin: market.url },
  });
  const frames: { type: string; kind?: string }[] = [];
  const waiting = new Set<() => void>();
  const until = (type: string) =>
    new Promise<string>((resolve) => {
      const see = () => {
        const found = frames.find((frame) => frame.type === type);
        if (found) resolve(found.kind ?? '');
      };
      waiting.add(see);
      see();
    });
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    for (const see of waiting) see();
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'hello' }));
  await until('welcome');
  socket.send(JSON.stringify({ type: 'subscribe', id: 'm', query: 'me', params: {} }));
  await until('subscribed');
  return { next: () => until('event'), close: () => socket.close() };
}

const stored = async (who: string) =>
  (await market.platform.pool.query('select text, length from sample_note where member_id = $1 order by text', [who]))
    .rows;

describe('a feature with', () => {
  test('a call of the API, an event and the job that follows it', async () => {
    expect((await market.request('POST', '/api/notes', { as: ann, body: { text: 'four' } })).status).toBe(201);
    await market.runJobs();
    expect(await stored(ann.id)).toEqual([{ text: 'four', length: 4 }]);
    // As a process of the last release enqueued it.
    await market.platform.pool.query("select graphile_worker.add_job('note.count', $1::json)", [
      JSON.stringify({ memberId: ann.id, length: 5, more: 1 }),
    ]);
    await market.runJobs();
    expect(await stored(ann.id)).toEqual([{ text: 'four', length: 5 }]);
  });

  test('its part of the export, described in the document of the API', async () => {
    const { body } = await market.request('GET', '/api/export', { as: ann });
    expect(body.notes).toEqual({ notes: [{ text: 'four', length: 5 }] });
    expect(Object.keys(body).sort()).toEqual([
      'account',
      'alerts',
      'decisions',
      'exportedAt',
      'listings',
      'market',
      'messages',
      'notes',
      'notifications',
      'offers',
      'orders',
      'reviews',
      'wanted',
    ]);
    const document = (await market.request('GET', '/api/openapi.json')).body;
    expect(Object.keys(document.components.schemas.Export.properties)).toContain('notes');
    expect(Object.keys(document.paths)).toContain('/api/notes');
  });

  test('what it keeps, in words, on the privacy page', async () => {
    const page = (await look('/privacy-policy')).replaceAll('<!-- -->', '');
    expect(page).toContain('Your notes, so that you find them again.');
    expect(page).toMatch(/What you note.*text, length/s);
  });

  test('an address that is open to visitors, beside one that is not', async () => {
    expect((await market.request('POST', '/api/notes/wave', { body: {} })).status).toBe(204);
    expect((await market.request('POST', '/api/notes', { body: { text: 'x' } })).status).toBe(401);
  });

  test('a page that needs a member, rendered in the frame for its member alone, beside one that does not', async () => {
    const moved = await market.request('GET', '/notes/mine');
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/auth/sign-in?next=%2Fnotes%2Fmine']);
    // By the guard, which knows of no page there.
    expect((await market.request('GET', '/notes/mine/1')).headers.get('location')).toBe(
      '/auth/sign-in?next=%2Fnotes%2Fmine%2F1',
    );
    expect((await market.request('GET', '/notes/other')).status).toBe(404);
    // One that is guarded alone, while what lies below it shows to everybody.
    expect((await market.request('GET', '/notes')).headers.get('location')).toBe('/auth/sign-in?next=%2Fnotes');
    const page = await look('/notes/mine', ann);
    expect(page).toContain('<h1>Your notes</h1>');
    expect(page.replaceAll('<!-- -->', '')).toContain('<li>four, 5</li>');
    expect(page).toContain('aria-label="note_keeper, your account"');
    const ben = await market.signUp('note_reader');
    expect(await look('/notes/mine', ben)).not.toContain('four');
  });

  test('its places: in the header for all or for members, on the dashboard, in the settings and among the operator’s', async () => {
    const [home, mine, dashboard, settings] = [
      await look('/'),
      await look('/', ann),
      await look('/dashboard', ann),
      await look('/settings', ann),
    ];
    expect(partOf(home, '<nav class="nav"')).toMatch(
      /href="\/browse"[^>]*>Browse<.*href="\/games"[^>]*>Games &amp; sets<.*href="\/about-notes"[^>]*>Notes</,
    );
    expect([home.includes('counter-notes'), mine.includes('counter-notes')]).toEqual([false, true]);
    expect(partOf(dashboard, 'aria-label="Dashboard"')).toMatch(
      /Favorites.*href="\/notes\/mine".*Your notes.*counter-notes/,
    );
    expect(partOf(settings, 'aria-label="Settings"')).toMatch(
      /href="\/settings\/data".*href="\/settings\/notes".*Notes<small>What is kept</,
    );
    const { frame, adminPanels: operatorPanels } = market.platform;
    const admins = navigationLinks(frame, 'operator', { id: 'o', role: 'admin' }).map(({ label }) => label);
    expect([admins[0], ...admins.slice(-2)]).toEqual(['Overview', 'Card data', 'Notes']);
    expect(frame.livePages).toContain('/notes/:id');
    // Beside what other features claim.
    expect(frame.adPages).toEqual(expect.arrayContaining(['/browse', '/about-notes']));
    expect(await operatorPanels.at(-1)?.read(market.platform, ann.id, 'o')).toEqual([{ label: 'Kept', value: '1' }]);
  });

  test('a counter that its tables’ triggers keep for its member, sent live, ends at 99+, and is recounted at night', async () => {
    expect((await market.request('GET', '/api/counters')).status).toBe(401);
    const counters = async () => (await market.request('GET', '/api/counters', { as: ann })).body;
    expect(await counters()).toEqual({ messages: 0, notifications: 0, offers: 0, orders: 0, cart: 0, notes: 1 });
    const badge = async () =>
      /aria-label="(Your notes[^"]*)".*?data-testid="counter-notes">([^<]*)</
        .exec(await look('/browse', ann))
        ?.slice(1);
    expect(await badge()).toEqual(['Your notes, 1 kept', '1']);
    const received = await listen(ann);
    expect((await market.request('POST', '/api/notes', { as: ann, body: { text: 'again' } })).status).toBe(201);
    expect(await received.next()).toBe('note.written');
    received.close();
    expect([await counters(), await badge()]).toEqual([
      { messages: 0, notifications: 0, offers: 0, orders: 0, cart: 0, notes: 2 },
      ['Your notes, 2 kept', '2'],
    ]);
    await market.platform.pool.query("insert into sample_note select $1, 'n' || n from generate_series(1, 98) n", [
      ann.id,
    ]);
    expect([(await counters()).notes, await badge()]).toEqual([100, ['Your notes, 99+ kept', '99+']]);
    // As something leaves it that writes past the triggers.
    await market.platform.pool.query("update member_counter set n = 7 where member_id = $1 and kind = 'notes'", [
      ann.id,
    ]);
    await checkCounters(market.platform);
    expect((await counters()).notes).toBe(100);
    await market.platform.pool.query("delete from sample_note where member_id = $1 and text <> 'four'", [ann.id]);
  });

  test('[UI-07] [LI-06] the counter of an open page, which listens to nothing itself, is read by its clock and follows without being loaded again', async () => {
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
    try {
      const [name = '', value = ''] = ann.cookie.split('=');
      const context = await browser.newContext({ baseURL: market.url });
      await context.addCookies([{ name, value: decodeURIComponent(value), url: market.url }]);
      const page = await context.newPage();
      const subscribed = page.waitForEvent('websocket').then((socket) =>
        socket.waitForEvent('framereceived', {
          predicate: ({ payload }) => String(payload).includes('"subscribed"'),
        }),
      );
      const byClock = page.waitForResponse(/\/api\/counters$/, { timeout: 20_000 });
      await page.goto('/about');
      await subscribed;
      // Before anything has happened.
      expect((await byClock).status()).toBe(200);
      const badge = page.getByRole('link', { name: /^Your notes/ });
      await see(badge).toHaveAccessibleName('Your notes, 1 kept', { timeout: 20_000 });
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      expect((await market.request('POST', '/api/notes', { as: ann, body: { text: 'told' } })).status).toBe(201);
      await see(badge).toHaveAccessibleName('Your notes, 2 kept', { timeout: 20_000 });
      expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
    } finally {
      await browser.close();
      await market.platform.pool.query("delete from sample_note where member_id = $1 and text <> 'four'", [ann.id]);
    }
  });

  test('a kind of mail that is offered, mailed, declined by its link and then not mailed', async () => {
    const cara = await market.signUp('note_mailed');
    const mails = async () =>
      (await market.request('GET', `/sandbox/mail.json?to=${cara.email}`)).body.filter((mail: Mail) =>
        mail.subject.startsWith('Noted'),
      );
    const note = async (text: string) => {
      expect((await market.request('POST', '/api/notes', { as: cara, body: { text } })).status).toBe(201);
      await market.runJobs();
    };
    const preferences = async () =>
      (await market.request('GET', '/api/notifications/preferences', { as: cara })).body.mails;
    const ours = Object.fromEntries(
      features.flatMap(({ mailKinds = [] }) =>
        mailKinds.flatMap(({ name, for: audience }) => (audience ? [] : [[name, true]])),
      ),
    );
    expect(Object.keys(ours)).toContain('sales');
    expect(await preferences()).toEqual({ ...ours, notes: true });
    const page = await look('/settings/notifications', cara);
    expect(page).toMatch(/name="listings\.mail".*name="notes\.mail"/);
    expect(page).toMatch(/Problems with your sales.*A note that is lost/);
    await note('one');
    const [mail] = await mails();
    expect(mail.text).toContain('You’re receiving this email because you keep notes here.');
    const url = new URL(/<(.+)>/.exec(mail.headers['list-unsubscribe'])?.[1] ?? '');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(
      (await market.request('POST', url.pathname + url.search, { body: 'List-Unsubscribe=One-Click', headers: form }))
        .status,
    ).toBe(200);
    expect(await preferences()).toEqual({ ...ours, notes: false });
    await note('two');
    expect(await mails()).toHaveLength(1);
    const on = await market.request('PUT', '/api/notifications/preferences', {
      as: cara,
      body: { mails: { notes: true } },
    });
    expect([on.status, on.body.mails.notes]).toEqual([200, true]);
    await note('three');
    expect(await mails()).toHaveLength(2);
  });

  test('pages for search engines, and some that they leave alone', async () => {
    expect((await market.request('GET', '/sitemap.xml')).body).toContain('/sitemaps/notes.xml');
    expect((await market.request('GET', '/sitemaps/notes.xml')).body).toContain('/notes/1<');
    expect((await market.request('GET', '/sitemaps/pages.xml')).body).toContain('/about-notes<');
    expect((await market.request('GET', '/sitemaps/notes-1.xml')).status).toBe(404);
    expect((await market.request('GET', '/robots.txt')).body).toContain('Disallow: /notes\n');
  });

  testItsEarForStripe(() => ({ market, stored }));

  test('the deletion of a member, with what this feature stores of them', async () => {
    const bob = await market.signUp('note_leaver');
    expect((await market.request('POST', '/api/notes', { as: bob, body: { text: 'gone' } })).status).toBe(201);
    expect(
      (await market.request('POST', '/api/users/delete-account', { as: bob, body: { password: bob.password } })).status,
    ).toBe(200);
    expect(await stored(bob.id)).toEqual([]);
    expect(await stored(ann.id)).toHaveLength(1);
    expect(() => composeMarket([...features, { name: 'late', erasure: { rank: 70 } }])).toThrow(
      'two features claim the rank of forgetting 70',
    );
  });
});
