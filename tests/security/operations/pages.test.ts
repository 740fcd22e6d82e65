import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { mailboxLink } from '#app/sandbox/mailbox-key.server.ts';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';
import { foreignRequests } from '../requests/foreign-sites.testing.ts';
import { type BuiltPage, pagesOfBuild } from './pages.testing.ts';
import { changedTables, snapshot } from './snapshot.testing.ts';
import { makeWorld, secretWords, type World } from './world.testing.ts';

/** Every name that a page asks an address or a form for, but for what people type into a search and see again there. */
function namesRead(): string[] {
  const sources = globSync('src/{app,features/*}/{,pages/,components/}**/*.{ts,tsx}').filter(
    (file) => !/\.test(ing)?\.tsx?$/.test(file),
  );
  const names = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\.(?:get|getAll|has)\('(\w+)'\)/g)].map(([, name]) => name as string),
  );
  return [...new Set(names)].filter((name) => !['q', 'search', 'game', 'set', 'finish'].includes(name));
}

const isBuilt = existsSync(join(buildFolder, 'server/index.js'));

describe.skipIf(!isBuilt)('the pages', () => {
  let market: TestMarket;
  let world: World;
  let pages: BuiltPage[];
  beforeAll(async () => {
    pages = isBuilt ? await pagesOfBuild() : [];
    // An address that begins otherwise is answered by the page for what is not found, and proves nothing.
    for (const { path } of pages) expect(path).toMatch(/^\/(?!\/)/);
    expect(pages.map(({ path }) => path)).toContain('/auth/sign-in');
    market = await startTestMarket({ pages: true, env: { TAX_REPORT_COUNTRY: 'DE' } });
    world = await makeWorld(market);
  }, 90_000);
  afterAll(() => market?.close());

  /** The victim's things in the place of the parameters. */
  const filled = ({ path }: Pick<BuiltPage, 'path'>) =>
    path
      .replace('/orders/:id', `/orders/${world.ids.sold}`)
      .replace('/purchases/:id', `/purchases/${world.ids.purchase}`)
      .replace('/listings/:id', `/listings/${world.ids.draft}`)
      .replace(/:game/, 'pokemon')
      .replace(/:\w+/, world.victim.id)
      .replace('*', 'nothing-here');
  /** Fields of every form at once: each action finds its own among them. */
  const fields = () => ({
    intent: 'cancel',
    bio: 'planted',
    username: 'planted_name',
    location: 'Planted',
    theme: 'dark',
    email: world.victim.email,
    password: 'correct-horse-battery',
    currentPassword: 'correct-horse-battery',
    newPassword: 'another-horse-battery',
    listingId: world.ids.active,
    // A member may favourite any listing, so this removes a favourite that does not exist.
    favorite: '0',
    status: 'active',
    to: 'publish',
  });
  const formOf = (values: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.append(name, value);
    return form;
  };
  const visit = (path: string, as?: TestMember) =>
    market.request('GET', path, as ? { headers: { cookie: as.cookie } } : {});
  /** The response at an address by sender: requested once, and checked for more than one thing. */
  const answers = new Map<string, ReturnType<typeof visit>>();
  function answerTo(as: TestMember | undefined, path: string): ReturnType<typeof visit> {
    const key = `${as?.id} ${path}`;
    const known = answers.get(key) ?? visit(path, as);
    answers.set(key, known);
    return known;
  }
  async function shownTo(as: TestMember | undefined, path: string): Promise<string> {
    const { body } = await answerTo(as, path);
    return typeof body === 'string' ? body : JSON.stringify(body);
  }

  test('no other site can send a form of ours, by the page or by its data', { timeout: 120_000 }, async () => {
    const acting = pages.filter(({ hasAction }) => hasAction);
    expect(acting.length).toBeGreaterThan(15);
    const before = await snapshot(market);
    const addresses = acting.map(filled).flatMap((path) => [path, `${path.split('?')[0]}.data`]);
    for (const [turn, address] of addresses.entries()) {
      for (const { what, content } of foreignRequests(market.url, fields(), turn)) {
        const answer = await market.request('POST', address, {
          ...content,
          headers: { ...content.headers, cookie: world.victim.cookie },
        });
        expect([answer.status, answer.body.code], `${address}: ${what}`).toEqual([403, 'origin_required']);
      }
    }
    expect(changedTables(before, await snapshot(market))).toEqual([]);
  });

  test('opening a page changes nothing, for any reader', { timeout: 120_000 }, async () => {
    expect(pages.length).toBeGreaterThan(30);
    const ownUpdates: Record<string, string[]> = {
      [`/orders/${world.ids.sold}`]: ['member_counter', 'notification', 'orders', 'outbox_event'],
      '/offers': ['member_counter', 'notification', 'outbox_event'],
    };
    let before = await snapshot(market);
    const open = async (paths: readonly string[], people: readonly (TestMember | undefined)[], seen: string[]) => {
      for (const path of paths)
        for (const as of people)
          for (const address of [path, `${path.split('?')[0]}.data`])
            expect((await visit(address, as)).status, address).toBeLessThan(500);
      const after = await snapshot(market);
      const who = people.map((as) => as?.username ?? 'a visitor').join(' or ');
      expect(changedTables(before, after), `${who} at one of ${paths.join(' ')}`).toEqual(seen);
      before = after;
    };
    const updatesAt = (path: string) => ownUpdates[path.split('?')[0] ?? ''];
    const paths = pages.map(filled);
    // All tables are read after each few pages: reading them takes as long as opening some.
    const silent = paths.filter((path) => !updatesAt(path));
    for (let from = 0; from < silent.length; from += 8)
      await open(silent.slice(from, from + 8), [undefined, world.stranger, world.victim], []);
    // Opening an order or the own offers marks their updates as read: nothing else changes, and the reader's other
    // pages receive it.
    for (const path of paths.filter(updatesAt)) {
      await open([path], [undefined, world.stranger], []);
      await open([path], [world.victim], updatesAt(path) ?? []);
    }
  });

  test('a visitor sends each form in vain, and another member reaches nothing that is the victim’s', {
    timeout: 120_000,
  }, async () => {
    const { victim, stranger } = world;
    // They sign in, sign up and ask for mails: what everybody may, and each has tests of its own.
    const open = /^\/auth\/|\/view$|^\/checkout/;
    const paths = pages.filter(({ hasAction, path }) => hasAction && !open.test(path)).map(filled);
    const before = await snapshot(market);
    for (const path of paths) {
      const visitor = await market.request('POST', path, { body: formOf(fields()), headers: { origin: market.url } });
      expect(visitor.status, path).toBeLessThan(500);
    }
    expect(changedTables(before, await snapshot(market)), `a visitor at one of ${paths.join(' ')}`).toEqual([]);

    const hers = await snapshot(market, victim.id);
    for (const path of paths) {
      const answer = await market.request('POST', path, { body: formOf(fields()), as: stranger });
      expect(answer.status, path).toBeLessThan(500);
    }
    expect(changedTables(hers, await snapshot(market, victim.id)), `a stranger at one of ${paths.join(' ')}`).toEqual(
      [],
    );
  });

  test('no page shows a stranger or a visitor what is the victim’s alone', { timeout: 120_000 }, async () => {
    for (const page of pages) {
      for (const as of [undefined, world.stranger]) {
        const html = await shownTo(as, filled(page));
        for (const word of secretWords)
          expect(html, `${page.path} to ${as?.username ?? 'a visitor'}`).not.toContain(word);
      }
    }
  });

  test('no page has two elements of one id, for a label or a mistake to lead to the wrong one', {
    timeout: 120_000,
  }, async () => {
    const twice: string[] = [];
    for (const page of pages) {
      for (const as of [undefined, world.stranger, world.victim, world.admin]) {
        const html = (await shownTo(as, filled(page))).replace(/<script[\s\S]*?<\/script>/g, '');
        const ids = [...html.matchAll(/<[^>]* id="([^"]+)"/g)].map(([, id]) => id);
        const again = new Set(ids.filter((id, n) => ids.indexOf(id) !== n));
        if (again.size > 0) twice.push(`${page.path} to ${as?.username ?? 'a visitor'}: ${[...again].join(', ')}`);
      }
    }
    expect(twice).toEqual([]);
  });

  test('no page says words that its address brings along', { timeout: 120_000 }, async () => {
    const words = 'Call Mallory now';
    const names = namesRead();
    expect(names).toEqual(expect.arrayContaining(['refused', 'checkout', 'cursor', 'seen', 'why']));
    const query = new URLSearchParams(names.map((name) => [name, words])).toString();
    for (const page of pages) {
      const path = filled(page).replace(`/listings/${world.ids.draft}`, `/listings/${world.ids.active}`);
      for (const as of [undefined, world.victim]) {
        const { body } = await visit(`${path}${path.includes('?') ? '&' : '?'}${query}`, as);
        const text = String(body)
          .replace(/<script[\s\S]*?<\/script>/g, '')
          .replace(/<[^>]*>/g, ' ');
        expect(text, `${page.path} to ${as?.username ?? 'a visitor'}`).not.toContain(words);
      }
    }
    // A code that we know is a sentence of ours, and one that we do not know is nothing.
    const edit = async (code: string) =>
      String((await visit(`/listings/${world.ids.draft}/edit?refused=${code}`, world.victim)).body);
    expect(await edit('photo_too_large')).toContain('megapixels. Use a smaller photo.');
    expect(await edit('toString')).not.toContain('native code');
  });

  test('whatever is made for a member is kept by no browser and no proxy', { timeout: 120_000 }, async () => {
    const { victim } = world;
    const api = Object.keys((await market.request('GET', '/api/openapi.json')).body.paths).filter(
      (path) => !path.includes('{'),
    );
    const addresses = [...pages.flatMap((page) => [filled(page), `${filled(page).split('?')[0]}.data`]), ...api];
    const cached: string[] = [];
    for (const address of addresses) {
      const { headers } = await answerTo(victim, address);
      if (!/no-store/.test(headers.get('cache-control') ?? ''))
        cached.push(`${address}: ${headers.get('cache-control')}`);
    }
    // The API's own page contains no personal data.
    expect(cached.filter((line) => !/^\/api\/(docs|openapi)/.test(line))).toEqual([]);
    const signedIn = await market.request('POST', '/api/auth/sign-in/email', {
      body: { email: victim.email, password: testPassword },
    });
    expect([signedIn.status, signedIn.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('no-store'),
    ]);
  });

  test('a page whose address carries the secret of a mailed link is never cached, valid or not, nor are its data', {
    timeout: 120_000,
  }, async () => {
    const mailed = pages.map(({ path }) => path).filter((path) => /^\/(auth|unsubscribe)\b/.test(path));
    expect(mailed).toEqual(expect.arrayContaining(['/auth/undo-deletion', '/auth/reset-password', '/unsubscribe']));
    const cached: string[] = [];
    for (const address of ['/', ...mailed].flatMap((path) => [path, path === '/' ? '/_root.data' : `${path}.data`])) {
      const { headers } = await visit(`${address}?token=planted.secret`);
      if (!/no-store/.test(headers.get('cache-control') ?? ''))
        cached.push(`${address}: ${headers.get('cache-control')}`);
    }
    expect(cached).toEqual([]);
    expect((await visit('/')).headers.get('cache-control')).toBe('no-cache');
  });

  test('a sandbox that others can reach says so on every page; its mailbox opens with the link of its log alone', {
    timeout: 120_000,
  }, async () => {
    expect(String((await visit('/')).body)).not.toContain('sandbox-note');
    const open = await startTestMarket({ pages: true, env: { HOST: '0.0.0.0' } });
    try {
      for (const page of pages) {
        const { body, status } = await open.request('GET', filled(page));
        if (status !== 302 && String(body).startsWith('<!DOCTYPE'))
          expect(String(body), page.path).toContain('data-testid="sandbox-note"');
      }
      const look = (path: string, cookie = '') => open.request('GET', path, { headers: cookie ? { cookie } : {} });
      for (const path of [
        '/sandbox/mail',
        '/sandbox/mail.json',
        '/sandbox/mail?key=guessed',
        '/sandbox/mail.json?to=a@example.test',
      ])
        expect((await look(path)).status, path).toBe(403);
      const link = mailboxLink(open.platform.config).replace(open.url, '');
      const first = await look(link);
      expect([first.status, first.headers.get('location')]).toEqual([302, '/sandbox/mail']);
      const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      expect([(await look('/sandbox/mail', cookie)).status, (await look('/sandbox/mail.json', cookie)).status]).toEqual(
        [200, 200],
      );
      expect((await look(link.replace('/mail?', '/mail.json?'))).status).toBe(200);
    } finally {
      await open.close();
    }
    expect((await visit('/sandbox/mail')).status).toBe(200);
  });

  test('a form of our own page passes', async () => {
    const answer = await market.request('POST', '/settings/appearance', {
      body: formOf({ theme: 'midnight' }),
      as: world.victim,
    });
    expect(answer.status).toBeLessThan(400);
    expect((await market.request('GET', '/api/profile', { as: world.victim })).body.theme).toBe('midnight');
  });

  test('no response echoes the request, of a page or a call', async () => {
    for (const path of ['/', '/browse', '/api/listings', '/assets/nothing.js', '/sandbox/mail']) {
      // `fetch` knows no TRACE.
      const sent = request(market.url + path, { method: 'TRACE', headers: { 'x-planted': 'echo-of-mine' } }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      const said = (await answer.toArray()).join('');
      expect([path, answer.statusCode, said.includes('echo-of-mine')]).toEqual([path, 405, false]);
    }
  });

  test('a page that is asked too often says when to come back', async () => {
    const attempt = () =>
      market.request('POST', '/auth/sign-in', {
        body: formOf({ email: 'guessed@example.test', password: 'wrong-guess-x' }),
        headers: { origin: market.url, 'x-forwarded-for': '198.30.0.1' },
      });
    for (let n = 0; n < 10; n++) expect((await attempt()).status).toBe(401);
    const refused = await attempt();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 800]).toEqual([429, true]);
  });
});
