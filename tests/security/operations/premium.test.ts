import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFolder } from '#app/rendering/pages.server.ts';
import { market as composition } from '#app/server/features.server.ts';
import { importTestCards } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { followSession } from '#testing/step-up.ts';
import { accessOf, operations, requestOf } from './operations.testing.ts';
import { changedTables, snapshot } from './snapshot.testing.ts';
import { makeWorld, type World } from './world.testing.ts';

/**
 * What is premium's, as a visitor, a free and a lapsed member meet it. Nothing of it is listed here: each operation of
 * the API is asked, and the policies say at which of them a tier is asked (`tier`). One that refuses without saying so
 * is found, and so is one that says so and refuses no tier.
 */
const isBuilt = existsSync(join(buildFolder, 'server/index.js'));

let market: TestMarket;
let world: World;
let free: TestMember;
let cardId: string;
beforeAll(async () => {
  market = await startTestMarket({ pages: isBuilt, env: { TAX_REPORT_COUNTRY: 'DE' } });
  world = await makeWorld(market);
  free = await market.signUp('free_one');
  cardId = (await importTestCards(market))['base1-4'] ?? '';
}, 90_000);
afterAll(() => market?.close());

/** What every tier may ask is no question of a tier: here the same operations asked for what only some have. */
const asksMore: Readonly<Record<string, { path?: () => string; body?: unknown }>> = {
  'GET /api/listings': { path: () => `/api/listings?q=${encodeURIComponent('(mew or pikachu) year>=1999')}` },
  'GET /api/wanted': { path: () => `/api/wanted?q=${encodeURIComponent('(mew or pikachu) year>=1999')}` },
  'GET /api/catalogue/cards': {
    path: () => `/api/catalogue/cards?q=${encodeURIComponent('(mew or pikachu) year>=1999')}`,
  },
  'GET /api/catalogue/cards/{id}/prices': { path: () => `/api/catalogue/cards/${cardId}/prices?days=365` },
  'GET /api/catalogue/cards/{id}/prices.csv': { path: () => `/api/catalogue/cards/${cardId}/prices.csv?days=365` },
  'POST /api/saved-searches': {
    body: { name: 'Old ones', query: `q=${encodeURIComponent('(mew or pikachu) year>=1999')}` },
  },
};

const declared = [...composition.edges].flatMap(([edge, { rule }]) =>
  rule.tier?.some((one) => one === edge) ? [edge] : [],
);
const calls = declared.filter((edge) => !edge.startsWith('page '));
const pages = declared.filter((edge) => edge.startsWith('page ')).map((edge) => edge.slice('page '.length));

async function ask(name: string, sender: TestMember | null) {
  await market.platform.pool.query('delete from limit_counter');
  const input = { ...requestOf(name, world, sender ?? free) };
  const more = asksMore[name];
  if (more?.path) input.path = more.path();
  if (more?.body) input.body = more.body;
  const { method, path, body } = input;
  const answer = await market.request(method, path, {
    ...(sender ? { as: sender } : {}),
    ...(body === undefined || method === 'GET' ? {} : { body }),
  });
  if (sender) followSession(sender, answer.headers.getSetCookie());
  return answer;
}
/** Premium ends as it does for who stops paying, whatever a call before has read at Stripe again. */
async function lapse(): Promise<void> {
  await market.platform.pool.query("update profile set account_tier = 'free' where user_id = $1", [world.victim.id]);
  await market.platform.pool.query('delete from subscription where user_id = $1', [world.victim.id]);
}

test('[RO-02] [RO-03] the policies of all features name what is premium’s, and only what is served', () => {
  expect(calls.length).toBeGreaterThan(15);
  for (const name of calls) expect(operations[name], name).toBeDefined();
  // What only asks for more than every tier has is asked for more here.
  for (const name of Object.keys(asksMore)) expect(declared).toContain(name);
});

test.each(calls)('[RO-02] a visitor may not %s as premium does', async (name) => {
  const { status, body } = await ask(name, null);
  expect([401, 403], `${status} ${body.code}`).toContain(status);
  expect(['not_signed_in', 'tier_limit']).toContain(body.code);
});

test('[RO-02] a free member is refused each premium operation that needs no data of theirs, the answer says how to get it, and nothing is stored', async () => {
  const wrong: string[] = [];
  const before = await snapshot(market, free.id);
  for (const name of calls.filter((one) => accessOf(one) !== 'owner')) {
    const { status, body } = await ask(name, free);
    if (status !== 403 || body.code !== 'tier_limit' || !/premium/i.test(body.message))
      wrong.push(`${name}: ${status} ${body.code} ${body.message}`);
  }
  expect(wrong).toEqual([]);
  expect(changedTables(before, await snapshot(market, free.id))).toEqual([]);
});

test('[RO-03] premium is not refused it', async () => {
  const wrong: string[] = [];
  for (const name of calls.filter((one) => accessOf(one) !== 'owner')) {
    const { body } = await ask(name, world.stranger);
    if (body?.code === 'tier_limit') wrong.push(name);
  }
  expect(wrong).toEqual([]);
});

test('[RO-02] a lapsed member is refused exactly what the policies call premium’s, of all operations that there are', {
  timeout: 120_000,
}, async () => {
  const wrong: string[] = [];
  // What ends the session or the account, and what operators do.
  const mine = Object.keys(operations).filter(
    (name) => ['open', 'own', 'owner'].includes(accessOf(name) ?? '') && !/auth|delete-account|stripe/.test(name),
  );
  expect(mine.length).toBeGreaterThan(80);
  for (const name of mine) {
    await lapse();
    const { status, body } = await ask(name, world.victim);
    const isRefused = status === 403 && body?.code === 'tier_limit';
    if (isRefused !== declared.includes(name))
      wrong.push(
        `${name}: ${status} ${body?.code}, ${declared.includes(name) ? 'premium’s' : 'everybody’s'} by its policy`,
      );
  }
  expect(wrong).toEqual([]);
});

describe.skipIf(!isBuilt)('pages', () => {
  const at = (page: string) => page.replace(/:\w+/, 'none');

  test.each(
    pages,
  )('[RO-02] page %s: a visitor signs in first; a free and a lapsed member read what premium is, and their form does nothing', async (page) => {
    const path = at(page);
    const visitor = await market.request('GET', path);
    expect([visitor.status, visitor.headers.get('location')?.split('?')[0]]).toEqual([302, '/auth/sign-in']);
    await lapse();
    for (const as of [free, world.victim]) {
      const { status, body } = await market.request<string>('GET', path, { as });
      expect([status, body.includes('href="/premium"'), /part of premium/i.test(body)], as.username).toEqual([
        200,
        true,
        true,
      ]);
      const before = await snapshot(market, as.id);
      for (const fields of [{ do: 'percent', by: '-5', all: '1' }, { text: '1 Mew' }, {}]) {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        const sent = await market.request('POST', path, { body: form, as });
        expect(sent.status, as.username).toBeLessThan(500);
      }
      expect(changedTables(before, await snapshot(market, as.id)), as.username).toEqual([]);
    }
    expect((await market.request<string>('GET', path, { as: world.stranger })).body).not.toContain('Premium feature');
  });
});
