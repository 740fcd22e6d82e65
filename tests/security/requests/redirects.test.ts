import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { market as composition } from '#app/server/features.server.ts';
import { guardPage } from '#features/auth/index.server.ts';
import { ownPath, readRecord, replayOf } from '#features/auth/words.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { originAfter, redirectPayloads } from './redirect-payloads.testing.ts';

const isBuilt = existsSync(join(buildFolder, 'server/index.js'));
const shop = 'https://market.example';
const payloads = redirectPayloads(shop).filter((payload) => payload.isWellFormed());
/** Those that a browser at our market would leave it with. */
const leading = payloads.filter((payload) => originAfter(payload, shop) !== shop);

test('there are enough of them, and most would lead away', () => {
  expect(payloads.length).toBeGreaterThan(400);
  expect(leading.length).toBeGreaterThan(200);
});

test('[GD-06] a path, a saved record and its replay stay on our origin, whatever was written there', () => {
  const now = 1_800_000_000_000;
  const actions = ['toggle_favorite', 'buy_now', 'make_offer', 'send_message', 'route_guard_redirect', '__proto__'];
  const wrong: string[] = [];
  const { guarded } = composition.frame;
  const check = (to: string, what: string) => {
    if (!to.startsWith('/') || /[\r\n]/.test(to) || originAfter(to, shop) !== shop) wrong.push(`${what} → ${to}`);
  };
  for (const payload of payloads) {
    const path = ownPath(payload, shop);
    if (path !== null) check(path, payload);
    for (const action of actions) {
      const fields = { listingId: payload, recipientId: payload, returnPath: payload };
      for (const [saved, params] of [
        [payload, {}],
        ['/browse', fields],
        ['/browse', { recipientId: 'abc', returnPath: payload }],
        [payload, fields],
      ] as const) {
        const record = readRecord(JSON.stringify({ path: saved, action, params, at: now }), now, shop);
        if (record) check(replayOf(record, shop).to, `${action} ${payload}`);
      }
    }
    const moved =
      guardPage({ pathname: payload, search: '', viewer: null, guarded }) ??
      guardPage({ pathname: `/dashboard${payload}`, search: payload, viewer: null, guarded });
    if (moved) check(moved.redirectTo, `the guard at ${payload}`);
  }
  expect(wrong).toEqual([]);
  for (const payload of leading) expect(ownPath(payload, shop), payload).toBeNull();
});

describe('at the running market', () => {
  let market: TestMarket;
  let member: TestMember;
  let given: string[];
  beforeAll(async () => {
    market = await startTestMarket({ pages: isBuilt });
    member = await market.signUp();
    given = redirectPayloads(market.url).filter((payload, n) => n % 2 === 0 && payload.isWellFormed());
    expect(given.length).toBeGreaterThan(200);
  }, 60_000);
  afterAll(() => market?.close());
  const freshLimits = () => market.platform.pool.query('delete from limit_counter');

  test('[ER-03] an address to continue to is refused, or is ours', { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    for (const callbackURL of given) {
      await freshLimits();
      await market.platform.pool.query('update profile set verification_sent_at = null');
      for (const path of ['/api/auth/send-verification-email', '/api/auth/sign-in/social', '/api/auth/link-social']) {
        const body = { callbackURL, ...(path.includes('social') ? { provider: 'google' } : {}) };
        const answer = await market.request('POST', path, { as: member, body });
        const isRight =
          answer.status === 422 || (answer.status === 200 && originAfter(callbackURL, market.url) === market.url);
        if (!isRight) wrong.push(`${path} ${callbackURL}: ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
    await market.runJobs();
    const mails = (await market.request('GET', `/sandbox/mail.json?to=${member.email}`)).body as { links: string[] }[];
    const nexts = mails.flatMap(({ links }) => links.map((link) => new URL(link)));
    expect(nexts.length).toBeGreaterThan(5);
    for (const link of nexts) {
      expect(link.origin).toBe(market.url);
      expect(originAfter(link.searchParams.get('next') ?? '/', market.url)).toBe(market.url);
    }
  });

  test('a trip to Google ends on our origin, for any requested destination', {
    timeout: 120_000,
  }, async () => {
    const person = traveller(market);
    const wrong: string[] = [];
    await person.travel({ email: 'trips@example.test' });
    // Who has to complete a profile lands there, wherever the trip was to end.
    await market.platform.pool.query(
      "update profile set needs_completion = false, profile_completed = true, location = 'Lyon'",
    );
    for (const next of given) {
      await freshLimits();
      const { to } = await person.travel({ email: 'trips@example.test' }, { next });
      if (originAfter(to, market.url) !== market.url || /evil/.test(new URL(to, market.url).host))
        wrong.push(`${next} → ${to}`);
    }
    expect(wrong).toEqual([]);
  });

  test.skipIf(!isBuilt)(
    '[GD-06] signing in by the form goes on to our own pages only',
    { timeout: 180_000 },
    async () => {
      const wrong: string[] = [];
      for (const next of given) {
        await freshLimits();
        const form = new FormData();
        for (const [name, value] of Object.entries({ email: member.email, password: member.password, next }))
          form.append(name, value);
        const answer = await market.request('POST', '/auth/sign-in', { body: form, headers: { origin: market.url } });
        const to = answer.headers.get('location') ?? '';
        if (answer.status !== 302 || !to.startsWith('/') || originAfter(to, market.url) !== market.url)
          wrong.push(`${next}: ${answer.status} ${to}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  test.skipIf(!isBuilt)('no address of ours sends a browser elsewhere', { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    let moved = 0;
    const visit = async (address: string, cookie?: string) => {
      const { status, to } = await answerOf(market.url, address, cookie);
      if (to !== null) moved++;
      if (status >= 500 || (to !== null && originAfter(to, market.url) !== market.url))
        wrong.push(`${address} → ${status} ${to}`);
    };
    const query = (payload: string) => encodeURIComponent(payload);
    for (const payload of given) {
      // As it is, and behind the guard; then in every parameter that might be read.
      await visit(payload);
      await visit(`/dashboard${payload}`);
      const text = query(payload);
      await visit(`/auth/sign-in?next=${text}`, member.cookie);
      await visit(`/settings?next=${text}&callbackURL=${text}&returnTo=${text}&redirect=${text}`);
    }
    expect(wrong).toEqual([]);
    expect(moved).toBeGreaterThan(300);
  });
});

/** By Node's own client and as it stands: `fetch` would tidy the address up first. */
function answerOf(
  url: string,
  path: string,
  cookie: string | undefined,
): Promise<{ status: number; to: string | null }> {
  const { hostname, port } = new URL(url);
  if (!path.startsWith('/') || /[^\x21-\x7e]/.test(path)) return Promise.resolve({ status: 0, to: null });
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers: cookie === undefined ? {} : { cookie } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, to: answer.headers.location ?? null }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
