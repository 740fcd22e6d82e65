import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { market as composition } from '#app/server/features.server.ts';
import { createListing } from '#features/listings/index.server.ts';
import { httpQuotas } from '#platform/http/http.limits.ts';
import { claimKey, type Run } from '#platform/http/requests/request-keys.ts';
import { withEffectMark } from '#platform/outbox/effect.ts';
import { write } from '#platform/outbox/write.ts';
import { actorOf } from '#testing/actor.ts';
import { startTestMarket, type TestMarket, type TestMember, testPassword } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 60_000);
afterAll(() => market?.close());

const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const send = (as: TestMember, method: string, path: string, body: unknown, key: string) =>
  market.request(method, path, { as, body, headers: { 'idempotency-key': key } });
const listing = {
  game: 'pokemon',
  name: 'Pikachu',
  condition: 'good',
  price: { amount: 500, currency: 'USD' },
  status: 'active',
};
const listingsOf = async (member: TestMember) =>
  (await rows('select count(*)::int as n from listing where seller_id = $1', [member.id]))[0].n;
const versionOf = async (member: TestMember) =>
  (await rows('select version from profile where user_id = $1', [member.id]))[0].version;
/** Simulates a process that died after its commit and before it stored the answer. */
const loseAnswer = (member: TestMember) =>
  rows("update idempotency_key set answer = null, lease_until = '-infinity' where member_id = $1", [member.id]);
const claimOf = async (member: TestMember, key: string, request: string): Promise<Run> => {
  const claim = await claimKey(market.platform, member.id, key, request);
  if (claim.kind !== 'first') throw new Error(`expected the first claim, got ${claim.kind}`);
  return claim.run;
};

test('the same key makes one listing, however often and however fast it comes, and the answer is the same', async () => {
  const seller = await market.signUp();
  const create = (key: string, changed: object = {}) =>
    send(seller, 'POST', '/api/listings', { ...listing, ...changed }, key);
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('first')));
  expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(19);
  const second = await create('second');
  expect(second.body.id).not.toBe(answers[0]?.body.id);
  // Both places are taken now: a repetition is still answered as the first time.
  expect((await create('first')).body).toEqual(answers[0]?.body);
  expect((await create('third')).body.code).toBe('tier_limit');
  expect(await create('first', { name: 'Raichu' })).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  });
  expect(await listingsOf(seller)).toBe(2);
});

/** The number of checks of this server, from now on, for a free key. */
function looks() {
  const query = vi.spyOn(market.platform.pool, 'query');
  onTestFinished(() => query.mockRestore());
  const count = () =>
    query.mock.calls.filter(([what]) => (what as { name?: string }).name === 'request-key-claim').length;
  const more = async (n: number) => {
    const wanted = count() + n;
    await vi.waitFor(() => expect(count()).toBeGreaterThanOrEqual(wanted), { timeout: 10_000, interval: 10 });
  };
  return { count, more };
}

test('a key is one member’s and one address’s, and has at most 255 printable characters', async () => {
  const [one, other] = [await market.signUp(), await market.signUp()];
  const made = await Promise.all([one, other].map((as) => send(as, 'POST', '/api/listings', listing, 'same')));
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  expect(made[0]?.body.id).not.toBe(made[1]?.body.id);
  expect((await send(one, 'PATCH', '/api/profile', listing, 'same')).body.code).toBe('idempotency_key_reused');
  for (const key of ['x'.repeat(256), 'with space', 'caf\u00e9', '']) {
    const answer = await send(one, 'PATCH', '/api/profile', { bio: 'x' }, key);
    expect([answer.status, Object.keys(answer.body.errors)], key).toEqual([422, ['Idempotency-Key']]);
  }
  expect((await send(one, 'PATCH', '/api/profile', { bio: 'x' }, 'x'.repeat(255))).status).toBe(200);
});

test('what was refused changed nothing, so its key may be used again, also for another body', async () => {
  const member = await market.signUp();
  expect((await send(member, 'PATCH', '/api/profile', { bio: 1 }, 'k')).status).toBe(422);
  expect((await send(member, 'PATCH', '/api/profile', '{not json', 'k')).status).toBe(400);
  expect((await send(member, 'PATCH', '/api/no-such-thing', {}, 'k')).status).toBe(404);
  expect(await rows('select 1 from idempotency_key where member_id = $1', [member.id])).toEqual([]);
  expect((await send(member, 'PATCH', '/api/profile', { bio: 'now' }, 'k')).body.bio).toBe('now');
  expect((await send(member, 'PATCH', '/api/profile', { bio: 'else' }, 'k')).status).toBe(409);
});

test('ten doubles of any write at the same moment are carried out once', async () => {
  const member = await market.signUp();
  const before = await versionOf(member);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(member, 'PATCH', '/api/profile', { bio: 'once' }, 'bio')),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await versionOf(member)).toBe(before + 1);
});

test('a new password is set once, and neither it nor the key can be read from the table', async () => {
  const member = await market.signUp();
  const body = { currentPassword: testPassword, newPassword: 'another-horse-battery' };
  const first = await send(member, 'POST', '/api/auth/change-password', body, 'my-secret-key');
  member.cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const again = await send(member, 'POST', '/api/auth/change-password', body, 'my-secret-key');
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  const token = await send(member, 'POST', '/api/auth/token', undefined, 'my-token-key');
  expect((await send(member, 'POST', '/api/auth/token', undefined, 'my-token-key')).body).toEqual(token.body);
  const stored = JSON.stringify(
    await rows("select *, encode(answer, 'escape') as text from idempotency_key where member_id = $1", [member.id]),
  );
  expect(stored).toMatch(/fingerprint/);
  expect(stored).not.toMatch(/my-secret-key|my-token-key|horse-battery|success|Bearer|eyJ[\w-]+\.eyJ/);
});

test('an upload is done once', async () => {
  const member = await market.signUp();
  const draft = (await market.request('POST', '/api/listings', { as: member, body: { ...listing, status: 'draft' } }))
    .body;
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = () => {
    const form = new FormData();
    form.append('photos', new Blob([png], { type: 'image/png' }), 'card.png');
    return send(member, 'POST', `/api/listings/${draft.id}/photos`, form, 'photo');
  };
  const answers = [await upload(), await upload()];
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(answers[0]?.status, JSON.stringify(answers[0]?.body)).toBeLessThan(300);
  expect(await rows('select count(*)::int as n from listing_photo where listing_id = $1', [draft.id])).toEqual([
    { n: 1 },
  ]);
});

test('a double that comes while the first is under way waits for its answer', async () => {
  const member = await market.signUp();
  const text = 'PATCH /api/profile\n{"bio":"waited"}';
  const run = await claimOf(member, 'slow', text);
  expect((await claimKey(market.platform, member.id, 'slow', text)).kind).toBe('running');
  const looked = looks();
  const double = send(member, 'PATCH', '/api/profile', { bio: 'waited' }, 'slow');
  await looked.more(2);
  await run.store({ status: 200, headers: [['content-type', 'application/json']], body: '{"of":"the first"}' });
  expect((await double).body).toEqual({ of: 'the first' });
});

test('a duplicate waits 12 s for a first request that hangs, then gets Retry-After, and the stored answer once there is one', async () => {
  const member = await market.signUp();
  const version = await versionOf(member);
  const patch = () => send(member, 'PATCH', '/api/profile', { bio: 'hung' }, 'hanging');
  const holder = await market.platform.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from profile where user_id = $1 for update', [member.id]);
    const first = patch();
    const hanging = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect(await rows(hanging)).toHaveLength(1), { timeout: 10_000, interval: 10 });
    const looked = looks();
    const start = market.clock.now().getTime();
    const time = vi.spyOn(market.clock, 'now').mockReturnValue(new Date(start));
    onTestFinished(() => time.mockRestore());
    let isAnswered = false;
    const double = patch().finally(() => {
      isAnswered = true;
    });
    await looked.more(2);
    time.mockReturnValue(new Date(start + 11_999));
    // One look may have been under way while the clock moved.
    await looked.more(2);
    expect(isAnswered).toBe(false);
    time.mockReturnValue(new Date(start + 12_000));
    const before = looked.count();
    const { status, body, headers } = await double;
    expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'request_running', '2']);
    expect(looked.count() - before).toBeLessThanOrEqual(1);
    await holder.query('rollback');
    const answer = await first;
    expect([answer.status, answer.body.bio]).toEqual([200, 'hung']);
    const again = await patch();
    expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([200, 'true', answer.body]);
    expect(await versionOf(member)).toBe(version + 1);
  } finally {
    holder.release(true);
  }
});

test('a process that dies before its effect leaves the key to the next request; one that dies after it leaves what it made', async () => {
  const seller = await market.signUp();
  const text = `POST /api/listings\n${JSON.stringify(listing)}`;
  await claimOf(seller, 'died-early', text);
  await loseAnswer(seller);
  expect((await send(seller, 'POST', '/api/listings', listing, 'died-early')).status).toBe(201);
  expect(await listingsOf(seller)).toBe(1);

  const run = await claimOf(seller, 'died-late', text);
  const { id } = await withEffectMark(run.mark, () =>
    createListing(market.platform, actorOf(seller), listing as never),
  );
  await rows("update idempotency_key set lease_until = '-infinity' where answer is null");
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => send(seller, 'POST', '/api/listings', listing, 'died-late')),
  );
  expect(answers.map(({ status, body }) => [status, body.id])).toEqual(Array(5).fill([201, id]));
  expect(await listingsOf(seller)).toBe(2);
});

test('an effect without its answer is not done again where there is no way to answer it', async () => {
  const member = await market.signUp();
  await send(member, 'PATCH', '/api/profile', { bio: 'done' }, 'lost');
  const version = await versionOf(member);
  await loseAnswer(member);
  for (let n = 0; n < 2; n++) {
    const answer = await send(member, 'PATCH', '/api/profile', { bio: 'done' }, 'lost');
    expect([answer.status, answer.body.code]).toEqual([409, 'answer_lost']);
  }
  expect(await versionOf(member)).toBe(version);
});

test('what was done to an offer is answered with the offer, where the first answer was lost', async () => {
  const [seller, buyer] = [await market.signUp(), await market.signUp()];
  const { id: listingId } = (await market.request('POST', '/api/listings', { as: seller, body: listing })).body;
  const twice = async (as: TestMember, path: string, body: unknown) => {
    const first = await send(as, 'POST', path, body, path);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    await loseAnswer(as);
    const again = await send(as, 'POST', path, body, path);
    expect([again.status, again.body.id, again.body.status]).toEqual([first.status, first.body.id, first.body.status]);
    return first.body;
  };
  const low = await twice(buyer, `/api/listings/${listingId}/offers`, { amount: 300 });
  await twice(seller, `/api/offers/${low.id}/decline`, {});
  const made = await twice(buyer, `/api/listings/${listingId}/offers?second`, { amount: 350 });
  const counter = await twice(seller, `/api/offers/${made.id}/counter`, { amount: 450 });
  await twice(buyer, `/api/offers/${counter.id}/accept`, {});
  expect(await rows('select count(*)::int as n from offer where listing_id = $1', [listingId])).toEqual([{ n: 3 }]);
  expect(await rows('select quantity_held as held from listing where id = $1', [listingId])).toEqual([{ held: 1 }]);
});

test('a process that was silent for too long and wakes up can no longer commit what another has done in its place', async () => {
  const member = await market.signUp();
  const text = 'PATCH /api/profile\n{"bio":"in its place"}';
  const slow = await claimOf(member, 'woken', text);
  await loseAnswer(member);
  expect((await send(member, 'PATCH', '/api/profile', { bio: 'in its place' }, 'woken')).status).toBe(200);
  const late = withEffectMark(slow.mark, () =>
    write(market.platform, async (tx) => {
      await tx.db.execute(`update profile set bio = 'too late' where user_id = '${member.id}'`);
    }),
  );
  await expect(late).rejects.toMatchObject({ code: 'request_running' });
  expect((await market.request('GET', '/api/profile', { as: member })).body.bio).toBe('in its place');
});

test('a fault before the effect leaves the key free', async () => {
  const member = await market.signUp();
  await rows(`create function fail_bio() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`);
  await rows(
    `create trigger fail_bio before update on profile for each row when (new.bio = 'faulty') execute function fail_bio()`,
  );
  expect((await send(member, 'PATCH', '/api/profile', { bio: 'faulty' }, 'fault')).status).toBe(500);
  await rows('drop trigger fail_bio on profile');
  expect((await send(member, 'PATCH', '/api/profile', { bio: 'faulty' }, 'fault')).status).toBe(200);
});

test('a key lives a day, and goes with its member', async () => {
  const member = await market.signUp();
  await send(member, 'PATCH', '/api/profile', { bio: 'one' }, 'day');
  await market.advance(24 * 3_600_000 - 60_000);
  expect((await send(member, 'PATCH', '/api/profile', { bio: 'two' }, 'day')).status).toBe(409);
  await market.advance(120_000);
  expect((await send(member, 'PATCH', '/api/profile', { bio: 'two' }, 'day')).body.bio).toBe('two');
  await market.advance(26 * 3_600_000);
  await composition.jobs['entry.sweep']?.(market.platform, {});
  expect(await rows('select 1 from idempotency_key where member_id = $1', [member.id])).toEqual([]);
  await send(member, 'PATCH', '/api/profile', { bio: 'three' }, 'day');
  const deletion = await send(member, 'POST', '/api/users/delete-account', { password: testPassword }, 'deletion');
  expect(deletion.status).toBe(200);
  expect(await rows('select 1 from idempotency_key where member_id = $1', [member.id])).toEqual([]);
});

test('every write that can be repeated is described with its key', async () => {
  const { body } = await market.request('GET', '/api/openapi.json');
  const lacking = Object.entries<Record<string, { parameters?: { name: string }[] }>>(body.paths).flatMap(
    ([path, item]) =>
      ['post', 'put', 'patch', 'delete']
        .filter((method) => item[method] && !item[method].parameters?.some(({ name }) => name === 'Idempotency-Key'))
        .map((method) => `${method} ${path}`),
  );
  expect(lacking.sort()).toEqual(['post /api/stripe/webhook', 'post /api/users/delete-account']);
});

test('that a conversation was read is answered again, where the first answer was lost', async () => {
  const [ana, bob] = [await market.signUp(), await market.signUp()];
  const { id } = (
    await market.request('POST', '/api/threads', { as: ana, body: { recipientId: bob.id, text: 'Hello.' } })
  ).body;
  const read = () => send(bob, 'POST', `/api/threads/${id}/read`, {}, 'read-it');
  const first = await read();
  await loseAnswer(bob);
  const again = await read();
  expect([again.status, again.body]).toEqual([200, first.body]);
});

test('a member has a bounded number of keys: past it new ones are refused, and everything else goes on', async () => {
  const [one, other] = [await market.signUp(), await market.signUp()];
  const { most } = httpQuotas.requestKeys;
  const save = (as: TestMember, key: string) => send(as, 'PATCH', '/api/profile', { bio: 'saved' }, key);
  expect((await save(one, 'first')).status).toBe(200);
  await rows(
    `insert into idempotency_key (member_id, key_hash, fingerprint, run_id, lease_until, created_at)
     select $1, 'planted ' || n, 'x', 'x', now(), $2 from generate_series(1, $3::int) as n`,
    [one.id, market.clock.now(), most - 1],
  );
  expect(await save(one, 'one-more')).toMatchObject({ status: 429, body: { code: 'too_many_request_keys' } });
  expect((await save(one, 'first')).headers.get('idempotency-replayed')).toBe('true');
  expect((await market.request('PATCH', '/api/profile', { as: one, body: { bio: 'without a key' } })).status).toBe(200);
  expect((await save(other, 'one-more')).status).toBe(200);
  await rows("delete from idempotency_key where key_hash = 'planted 1'");
  expect((await save(one, 'one-more')).status).toBe(200);
  await rows("delete from idempotency_key where key_hash like 'planted %'");
});
