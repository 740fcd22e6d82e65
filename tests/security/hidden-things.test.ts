import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { market as composition } from '#app/server/features.server.ts';
import { publicReads, type ReadWorld } from '#features/listings/read/public-reads.testing.ts';
import { importTestCards, premium } from '#features/listings/testing.ts';
import { buyPlaced, passTime, pay, putUpForSale, signInAgain } from '#features/orders/testing.ts';
import { newId } from '#kernel/ids.ts';
import { dayMs } from '#kernel/time.ts';
import { connectLive } from '#testing/live.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { accessOf } from './operations/operations.testing.ts';
import { pagesOfBuild } from './operations/pages.testing.ts';
import { photoForm } from './operations/world.testing.ts';

/** One thing of a member in one state. Its word is in its title and nowhere else. */
interface Thing {
  name: string;
  word: string;
  id: string;
  /** The members that cannot see it: all but its owner, or one member who blocks its owner. */
  from: 'everybody' | 'the member who blocks' | 'nobody';
  /** It is hidden but for its own addresses: they go on saying what became of it. */
  ownAddress?: true;
}

type Six = [TestMember, TestMember, TestMember, TestMember, TestMember, TestMember];

const isBuilt = existsSync(join(buildFolder, 'server/index.js'));

describe.skipIf(!isBuilt)('what is hidden is hidden', () => {
  let market: TestMarket;
  let admin: TestMember;
  let owner: TestMember;
  let suspended: TestMember;
  let blocked: TestMember;
  let blocker: TestMember;
  let stranger: TestMember;
  let world: ReadWorld;
  const things: Thing[] = [];
  const reason = 'zulureason of the operator';
  const common = 'visibilicard';

  const send = async (method: string, path: string, as: TestMember, body?: unknown) => {
    const answer = await market.request(method, path, { as, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const add = (name: string, id: string, from: Thing['from'], extra: { ownAddress?: true } = {}) => {
    things.push({ name, word: wordOf(name), id, from, ...extra });
    return id;
  };
  /** Letters alone, so that it is one word of every search. */
  const wordOf = (name: string) => `x${name.toLowerCase().replace(/[^a-z]/g, '')}x`;
  const of = (name: string) => things.find((thing) => thing.name === name) as Thing;

  async function listing(
    as: TestMember,
    name: string,
    from: Thing['from'],
    extra: { ownAddress?: true } = {},
  ): Promise<string> {
    const input = {
      game: 'pokemon',
      name: `${common} ${wordOf(name)}`,
      condition: 'near_mint',
      price: { amount: 500, currency: 'USD' },
    };
    const { id } = await send('POST', '/api/listings', as, { ...input, status: 'draft' });
    await send('POST', `/api/listings/${id}/photos`, as, photoForm('photos'));
    if (!name.includes('draft')) await send('POST', `/api/listings/${id}/publish`, as);
    return add(name, id, from, extra);
  }
  async function want(
    as: TestMember,
    name: string,
    from: Thing['from'],
    extra: { ownAddress?: true } = {},
  ): Promise<string> {
    const { id } = await send('POST', '/api/wanted', as, { title: `${common} ${wordOf(name)}`, game: 'pokemon' });
    return add(name, id, from, extra);
  }
  async function list(as: TestMember, name: string, from: Thing['from'], isPublic = true): Promise<string> {
    const { id } = await send('POST', '/api/want-lists', as, { name: `${common} ${wordOf(name)}`, isPublic });
    await send('POST', `/api/want-lists/${id}/lines`, as, { catalogueCardId: world.cards[0] });
    return add(name, id, from);
  }
  async function review(name: string, about: TestMember, from: Thing['from'], isShown = true): Promise<string> {
    const { order, checkoutUrl } = await buyPlaced(market, stranger, await putUpForSale(market, about));
    await pay(checkoutUrl);
    await passTime(market);
    const now = market.clock.now();
    // Not the order's: its buyer's own home page lists the order.
    const id = newId();
    await market.platform.pool.query(
      `insert into review (id, order_id, author_id, member_id, rating, text, shows_at, shown_at, created_at, updated_at)
       values ($1, $7, $2, $3, 5, $4, $5, $6, $5, $5)`,
      [id, stranger.id, about.id, wordOf(name), now, isShown ? now : null, order.id],
    );
    return add(name, id, from);
  }
  const hide = (kind: string, id: string) =>
    send(
      'POST',
      `/api/admin/${kind}/${id}/hide`,
      admin,
      kind === 'listings' ? { why: 'forbidden', reason } : { reason },
    );

  beforeAll(async () => {
    market = await startTestMarket({ pages: true });
    const names = ['walk_operator', 'walk_owner', 'walk_suspended', 'walk_blocked', 'walk_blocker', 'walk_stranger'];
    [admin, owner, suspended, blocked, blocker, stranger] = (await Promise.all(
      names.map((name) => market.signUp(name)),
    )) as Six;
    await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
    for (const member of [owner, suspended, blocked]) await premium(market, member);
    const cards = Object.values(await importTestCards(market));
    world = { listings: [], wants: [], lists: [], photos: [], members: [], cards, word: common };

    // What runs out first is made first.
    for (const [as, whose] of [
      [admin, ''],
      [suspended, ' of the suspended'],
    ] as const) {
      const extra = as === admin ? { ownAddress: true as const } : {};
      await listing(as, `listing ended${whose}`, 'everybody', extra);
      await want(as, `want ended${whose}`, 'everybody', extra);
    }
    await listing(owner, 'listing ended and hidden', 'everybody');
    await want(owner, 'want ended and hidden', 'everybody');
    await market.advance(95 * dayMs);
    const all = [admin, owner, suspended, blocked, blocker, stranger];
    [admin, owner, suspended, blocked, blocker, stranger] = (await Promise.all(
      all.map((member) => signInAgain(market, member)),
    )) as Six;

    await listing(owner, 'listing for sale', 'nobody');
    await listing(owner, 'listing hidden', 'everybody');
    await listing(owner, 'listing draft', 'everybody');
    await listing(owner, 'listing removed', 'everybody', { ownAddress: true });
    await want(owner, 'want open', 'nobody');
    await want(owner, 'want hidden', 'everybody');
    await want(owner, 'want removed', 'everybody');
    await list(owner, 'list public', 'nobody');
    await list(owner, 'list hidden', 'everybody');
    await list(owner, 'list private', 'everybody', false);
    await review('review shown', owner, 'nobody');
    await review('review hidden', owner, 'everybody');
    await review('review not shown yet', owner, 'everybody', false);
    await listing(suspended, 'listing of the suspended', 'everybody');
    await listing(suspended, 'listing paused of the suspended', 'everybody');
    await want(suspended, 'want of the suspended', 'everybody');
    await list(suspended, 'list of the suspended', 'everybody');
    await review('review of the suspended', suspended, 'everybody');
    await listing(blocked, 'listing of the blocked', 'the member who blocks');
    await want(blocked, 'want of the blocked', 'the member who blocks');
    await list(blocked, 'list of the blocked', 'the member who blocks');
    for (const as of [owner, suspended, blocked])
      await send('PATCH', '/api/profile', as, { bio: wordOf(`bio ${as.username}`) });
    add('bio walk_suspended', suspended.id, 'everybody');
    add('bio walk_owner', owner.id, 'nobody');
    await send('POST', `/api/listings/${of('listing paused of the suspended').id}/pause`, suspended);
    await market.runJobs();

    const ids = (noun: string) => things.filter(({ name }) => name.startsWith(`${noun} `)).map(({ id }) => id);
    const { rows } = await market.platform.pool.query<{ id: string }>(
      'select id from listing_photo where listing_id = any($1)',
      [ids('listing')],
    );
    world = {
      ...world,
      listings: ids('listing'),
      wants: ids('want'),
      lists: ids('list'),
      members: [owner.id, suspended.id, blocked.id],
      photos: rows.map(({ id }) => id),
    };
  }, 240_000);
  afterAll(() => market?.close());

  /** What every public read answers this viewer. */
  async function walk(as: TestMember | null): Promise<{ address: string; status: number; text: string }[]> {
    await market.platform.pool.query('delete from limit_counter');
    const live = await connectLive(
      `${market.url.replace(/^http/, 'ws')}/api/realtime`,
      as ? { cookie: as.cookie, origin: market.url } : {},
    );
    await live.hello();
    const seen: { address: string; status: number; text: string }[] = [];
    for (const [name, read] of Object.entries(publicReads)) {
      for (const address of typeof read === 'string' ? [] : read(world)) {
        if (name.startsWith('live ')) {
          const [query = '', id = ''] = address.split(' ');
          const { type } = await live.subscribe(address, query, { id });
          if (type === 'subscribed') live.send({ type: 'unsubscribe', id: address });
          seen.push({ address, status: type === 'subscribed' ? 200 : 404, text: '' });
          continue;
        }
        const { status, body } = await market.request('GET', address, as ? { headers: { cookie: as.cookie } } : {});
        seen.push({ address, status, text: typeof body === 'string' ? body : JSON.stringify(body) });
      }
    }
    live.cut();
    return seen;
  }

  /** Where a viewer sees something of a thing: its word or its id, or that its own address answers. */
  const shownAt = (seen: Awaited<ReturnType<typeof walk>>, { word, id, name }: Thing) =>
    seen
      .filter(({ address, status, text }) =>
        address.includes(id) && !/[?&]/.test(address) && !name.startsWith('bio')
          ? status < 400
          : text.includes(word) || (!address.includes(id) && text.includes(id)),
      )
      .map(({ address }) => address);

  test('every public call, live query, page and file has its row', async () => {
    const { body } = await market.request('GET', '/api/openapi.json');
    const calls = Object.keys(body.paths)
      .filter((path) => body.paths[path].get)
      .map((path) => `GET ${path}`)
      .filter((name) => accessOf(name) === 'open');
    const queries = [...composition.edges]
      .filter(([edge, { rule }]) => edge.startsWith('live ') && rule.needs === 'anybody')
      .map(([edge]) => edge);
    const pages: string[] = [];
    for (const { path } of await pagesOfBuild()) {
      const plain = path.replace('?index', '');
      const { status, headers } = await market.request(
        'GET',
        plain.replace(/:\w+/g, 'nothing').replace('*', 'nothing'),
      );
      const isPrivate = status === 302 && /^\/auth\/sign-in/.test(headers.get('location') ?? '');
      if (!isPrivate) pages.push(`page ${plain}`);
    }
    const rows = Object.keys(publicReads).filter((name) => !name.startsWith('file '));
    expect([...new Set([...calls, ...queries, ...pages])].sort()).toEqual(rows.sort());
  });

  test('each thing is shown somewhere before it is hidden', { timeout: 180_000 }, async () => {
    const seen = await walk(null);
    const nowhere = things
      .filter(({ name }) => !/draft|private|not shown/.test(name))
      .filter((thing) => shownAt(seen, thing).length === 0);
    expect(nowhere.map(({ name }) => name)).toEqual([]);
  });

  test('what an operator hid, who is suspended, what was removed or has ended and who is blocked is at no public read, whatever the owner tries', {
    timeout: 240_000,
  }, async () => {
    await hide('listings', of('listing hidden').id);
    await hide('listings', of('listing ended and hidden').id);
    await hide('wanted', of('want hidden').id);
    await hide('wanted', of('want ended and hidden').id);
    await hide('want-lists', of('list hidden').id);
    await hide('reviews', of('review hidden').id);
    await send('DELETE', `/api/listings/${of('listing removed').id}`, owner);
    await market.request('DELETE', `/api/wanted/${of('want removed').id}`, { as: owner });
    await send('POST', `/api/admin/members/${suspended.id}/suspension`, admin, { reason });
    await send('POST', `/api/members/${blocked.id}/block`, blocker, {});
    await market.runJobs();

    const tried: string[] = [];
    const attempt = async (method: string, path: string, body?: unknown) => {
      const { status } = await market.request(method, path, { as: owner, ...(body === undefined ? {} : { body }) });
      tried.push(`${status} ${method} ${path}`);
    };
    const form = (path: string, fields: Record<string, string>) =>
      market.request('POST', path, {
        as: owner,
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    for (const name of ['want hidden', 'want ended and hidden']) {
      const { id } = of(name);
      for (const body of [
        { status: 'open' },
        { description: 'Again.' },
        { status: 'open', title: `${common} ${of(name).word}` },
      ])
        await attempt('PATCH', `/api/wanted/${id}`, body);
      await form(`/wanted/${id}/renew`, {});
      await form(`/wanted/${id}/edit`, { title: `${common} ${of(name).word}`, quantity: '1' });
    }
    for (const name of ['listing hidden', 'listing ended and hidden']) {
      const { id } = of(name);
      for (const verb of ['publish', 'pause', 'resume', 'renew']) {
        await attempt('POST', `/api/listings/${id}/${verb}`);
        await form(`/listings/${id}/move`, { to: verb });
      }
      await attempt('PATCH', `/api/listings/${id}`, { description: 'Again.' });
    }
    for (const change of [{ renew: true }, { resume: true }]) {
      const { id } = await send('POST', '/api/listings/bulk', owner, {
        filter: { status: ['active', 'paused', 'expired'] },
        change,
      });
      await attempt('POST', `/api/listings/bulk/${id}/commit`);
      await market.runJobs();
      await attempt('POST', `/api/listings/bulk/${id}/undo`);
      await market.runJobs();
    }
    await attempt('PATCH', `/api/want-lists/${of('list hidden').id}`, { isPublic: false });
    await attempt('PATCH', `/api/want-lists/${of('list hidden').id}`, { isPublic: true });
    const today = market.clock.now();
    const day = (days: number) => new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10);
    await attempt('PUT', '/api/profile/vacation', { from: day(0), to: day(2) });
    await market.runJobs();
    await attempt('DELETE', '/api/profile/vacation');
    await attempt('POST', '/api/stripe/update-listing-tiers', { accountTier: 'premium' });
    await market.runJobs();
    expect(tried.filter((line) => line.startsWith('5'))).toEqual([]);

    const wrong: string[] = [];
    for (const [who, as] of [
      ['a visitor', null],
      ['a stranger', stranger],
      ['the member who blocks', blocker],
    ] as const) {
      const seen = await walk(as);
      expect(seen.filter(({ status }) => status >= 500).map(({ address }) => address)).toEqual([]);
      for (const { address, text } of seen)
        if (text.includes('zulureason')) wrong.push(`${who} reads the reason at ${address}`);
      for (const thing of things) {
        const isHidden = thing.from === 'everybody' || thing.from === who;
        // A sitemap is the same file for everybody.
        const isExcused = (address: string) =>
          (thing.ownAddress && address.includes(thing.id)) ||
          (thing.from !== 'everybody' && address.startsWith('/sitemap'));
        const at = shownAt(seen, thing);
        if (isHidden)
          for (const address of at.filter((one) => !isExcused(one)))
            wrong.push(`${who} sees “${thing.name}” at ${address}`);
        else if (at.length === 0) wrong.push(`${who} does not see “${thing.name}”`);
      }
      const live = (await market.request('GET', `/api/listings?q=${common}`, as ? { as } : {})).body.total;
      if (live !== (as === blocker ? 1 : 2)) wrong.push(`${who} is told of ${live} listings`);
    }
    expect(wrong).toEqual([]);
  });

  test('photos of what is hidden are its seller’s alone', async () => {
    const { rows } = await market.platform.pool.query<{ id: string; listing_id: string }>(
      'select id, listing_id from listing_photo',
    );
    const seen = await walk(null);
    const statusOf = (name: string) => {
      const photo = rows.find(({ listing_id: id }) => id === of(name).id)?.id;
      return seen.find(({ address }) => address === `/photos/${photo}/160.webp`)?.status ?? 'none';
    };
    expect(statusOf('listing for sale')).toBe(200);
    for (const name of [
      'listing hidden',
      'listing ended and hidden',
      'listing draft',
      'listing of the suspended',
      'listing ended of the suspended',
    ])
      expect([name, statusOf(name)]).toEqual([name, 404]);
  });

  test('its owner alone reads why', async () => {
    for (const [path, name] of [
      ['/api/wanted', 'want hidden'],
      ['/api/wanted', 'want ended and hidden'],
      ['/api/want-lists', 'list hidden'],
    ] as const) {
      const { body } = await market.request('GET', `${path}/${of(name).id}`, { as: owner });
      expect(JSON.stringify(body)).toContain(reason);
    }
    const { items } = (await market.request('GET', `/api/listings/${of('listing hidden').id}/history`, { as: owner }))
      .body;
    expect(items[0]).toMatchObject({ to: 'paused_by_operator', note: reason });
    const decisions = (await market.request('GET', '/api/rulings', { as: owner })).body.items;
    expect(decisions.filter((decision: { reason: string }) => decision.reason === reason)).toHaveLength(5);
  });

  test('what an operator shows again is shown again', { timeout: 120_000 }, async () => {
    const released = [
      ['listings', 'listing hidden'],
      ['wanted', 'want hidden'],
      ['want-lists', 'list hidden'],
      ['reviews', 'review hidden'],
    ] as const;
    for (const [kind, name] of released) await send('DELETE', `/api/admin/${kind}/${of(name).id}/hide`, admin);
    await market.runJobs();
    const seen = await walk(null);
    expect(released.filter(([, name]) => shownAt(seen, of(name)).length === 0)).toEqual([]);
  });
});
