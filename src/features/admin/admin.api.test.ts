import { afterAll, beforeAll, expect, test } from 'vitest';
import { setFaults, subscriber } from '#features/tiers/testing.ts';
import { minuteMs } from '#kernel/time.ts';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { confirmAs } from '#testing/step-up.ts';

let market: TestMarket;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  admin = await market.signUp('Keeper_1');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
});
afterAll(() => market?.close());

const ask = (path: string, as: TestMember | undefined = admin) =>
  market.request('GET', `/api/admin${path}`, as ? { as } : {});
const act = (path: string, body?: unknown, as: TestMember | undefined = admin) =>
  market.request('POST', `/api/admin${path}`, { as, ...(body === undefined ? {} : { body }) });
/** A member's account as an admin with a named case sees it. */
const open = (id: string) => act(`/members/${id}/account`, { reason: 'Asked us about the plan.' });
const actsOf = async (id: string) =>
  (await market.platform.pool.query('select by, act, data from audit_log where subject = $1 order by at, id', [id]))
    .rows;
const names = ({ body }: { body: { items: { username: string }[] } }) => body.items.map(({ username }) => username);

test('[RO-05] an admin finds members by part of a name, by id and by the whole email only', async () => {
  const [one, two] = [await market.signUp('Find_Me_1', { name: 'Anna Schmidt' }), await market.signUp('Find_Me_2')];
  expect(names(await ask('/members?q=ind_me'))).toEqual(['Find_Me_2', 'Find_Me_1']);
  expect(names(await ask(`/members?q=${one.id}`))).toEqual(['Find_Me_1']);
  expect(names(await ask(`/members?q=${encodeURIComponent(two.email.toUpperCase())}`))).toEqual(['Find_Me_2']);
  expect(names(await ask(`/members?q=${encodeURIComponent(two.email.slice(0, -1))}`))).toEqual([]);
  expect(names(await ask('/members?q=%25'))).toEqual([]);
  const [found] = (await ask('/members?q=find_me_1')).body.items;
  expect(found).toMatchObject({
    id: one.id,
    maskedEmail: 'f•••@e•••.test',
    role: 'member',
    tier: 'free',
    suspendedAt: null,
  });
  expect(JSON.stringify((await ask('/members')).body)).not.toContain(one.email);
});

test('[RO-05] the list is paged without gaps, filtered by tier and state, and counts what it finds', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, (_, n) => market.signUp(`Paged_${n}`)));
  await act(`/members/${members[0]?.id}/premium`, {});
  await act(`/members/${members[1]?.id}/suspension`, { reason: 'Sold what never existed.' });
  const first = await ask('/members?q=paged_&limit=2');
  expect(first.body.counts).toEqual({ all: 5, premium: 1, suspended: 1 });
  const seen = names(first);
  for (let next = first.body.nextCursor; next; ) {
    const page = await ask(`/members?q=paged_&limit=2&cursor=${next}`);
    seen.push(...names(page));
    next = page.body.nextCursor;
  }
  expect(seen).toHaveLength(5);
  expect(new Set(seen).size).toBe(5);
  expect(names(await ask('/members?q=paged_&tier=premium'))).toEqual(['Paged_0']);
  expect(names(await ask('/members?q=paged_&status=suspended'))).toEqual(['Paged_1']);
  expect(names(await ask('/members?q=paged_&status=active'))).toHaveLength(4);
  for (const query of [
    'tier=gold',
    'status=gone',
    'limit=0',
    'limit=101',
    'limit=x',
    'cursor=nonsense',
    'q=%00',
    `q=${'x'.repeat(101)}`,
  ])
    expect((await ask(`/members?${query}`)).status, query).toBe(422);
});

test('an admin ends all sessions of a member, of another admin too, after a step-up and with a reason; not one’s own', async () => {
  const [one, other] = [await market.signUp('Ended_1'), await market.signUp('Ended_2')];
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [other.id]);
  const end = (id: string, body: unknown = { reason: 'A session was stolen.' }, as = admin) =>
    act(`/members/${id}/sessions/end`, body, as);
  expect((await end(one.id, {}, one)).status).toBe(403);
  expect((await end(one.id, { reason: '' })).status).toBe(422);
  for (const { id, cookie } of [one, other]) {
    expect((await end(id)).status).toBe(200);
    expect((await market.request('GET', '/api/profile', { headers: { cookie } })).status).toBe(401);
    expect(await actsOf(id)).toEqual([
      { by: admin.id, act: 'sessions.ended', data: { sessions: 1, reason: 'A session was stolen.' } },
    ]);
  }
  expect((await end(admin.id)).body.code).toBe('own_sessions');
});

test('[RO-05] a member’s facts: both readings with their reason, Stripe’s ids, the last invoice, factors, and no address', async () => {
  const free = await market.signUp('Facts_1');
  expect((await open('facts_1')).body).toMatchObject({
    id: free.id,
    readings: {
      a: { tier: 'free', because: 'There is no subscription.' },
      b: { tier: 'free', because: 'The stored plan is Free.' },
    },
    subscription: null,
    lastInvoice: null,
    lastInvoiceKnown: true,
    factors: { app: false, recoveryCodes: 0, passkeys: 0 },
    waysIn: ['password'],
    sessions: 1,
    may: ['grant', 'mark-trader', 'suspend', 'end-sessions'],
  });
  const paying = await subscriber(market, 'Facts_2');
  const { body } = await open(paying.id);
  expect(body).toMatchObject({
    tier: 'premium',
    readings: { a: { tier: 'premium', because: 'The subscription at Stripe is active.' }, b: { tier: 'premium' } },
    subscription: {
      status: 'active',
      isGranted: false,
      subscriptionId: expect.stringMatching(/^sub_/),
      customerId: expect.stringMatching(/^cus_/),
    },
    lastInvoice: { status: 'paid' },
    may: ['sync', 'mark-trader', 'suspend', 'end-sessions'],
  });
  expect(JSON.stringify(body)).not.toContain(paying.email);
  await act(`/members/${free.id}/premium`, { months: 2 });
  await setUpAuthenticator(market, free);
  expect((await ask(`/members/${free.id}`)).body).toMatchObject({
    readings: { a: { tier: 'premium', because: 'An admin granted Premium.' } },
    subscription: { isGranted: true, subscriptionId: expect.stringMatching(/^admin_/) },
    factors: { app: true, recoveryCodes: 10 },
    may: ['grant', 'revoke', 'mark-trader', 'suspend', 'reset-factors', 'end-sessions'],
  });
  await setFaults(market, { down: true });
  expect((await ask(`/members/${paying.id}`)).body).toMatchObject({
    tier: 'premium',
    lastInvoice: null,
    lastInvoiceKnown: false,
  });
  await setFaults(market, null);
  expect((await ask('/members/Nobody_9')).status).toBe(404);
});

test('[RO-05] the address is shown on request, and each reading is logged', async () => {
  const member = await market.signUp('Mailed_1');
  expect((await act('/members/mailed_1/email')).body).toEqual({ email: member.email });
  expect((await act(`/members/${member.id}/email`)).body).toEqual({ email: member.email });
  expect(await actsOf(member.id)).toEqual(Array(2).fill({ by: admin.id, act: 'email.read', data: {} }));
  expect((await act('/members/Nobody_9/email')).status).toBe(404);
});

test('[RO-05] Stripe is read again on an admin’s request; while it is down nothing changes and nothing is logged', async () => {
  const member = await subscriber(market, 'Synced_1');
  expect((await act(`/members/${member.id}/subscription/sync`)).body.code).toBe('no_case');
  await open(member.id);
  await market.platform.pool.query("update subscription set status = 'past_due', tier = 'free' where user_id = $1", [
    member.id,
  ]);
  await setFaults(market, { down: true });
  const away = await act(`/members/${member.id}/subscription/sync`);
  expect([away.status, away.body.code, away.headers.get('retry-after')]).toEqual([503, 'payment_unavailable', '30']);
  expect((await actsOf(member.id)).map((one: { act: string }) => one.act)).toEqual(['account.opened']);
  await setFaults(market, null);
  expect((await act(`/members/${member.id}/subscription/sync`)).body).toMatchObject({
    isPremium: true,
    status: 'active',
  });
  const synced = { by: admin.id, act: 'subscription.synced', data: { status: 'active', tier: 'premium' } };
  expect((await actsOf(member.id)).filter((one: { act: string }) => one.act !== 'account.opened')).toEqual([synced]);
  const unknown = await market.signUp('Synced_2');
  await open(unknown.id);
  expect((await act(`/members/${unknown.id}/subscription/sync`)).body).toMatchObject({
    isPremium: false,
    status: 'none',
  });
});

test('[RO-05] lost factors are removed with a reason, after a step-up, never from an admin', async () => {
  const member = await market.signUp('Lost_2');
  const path = `/members/${member.id}/factors/reset`;
  expect((await act(path, { reason: 'Lost the phone.' })).body.code).toBe('no_factor');
  await setUpAuthenticator(market, member);
  for (const body of [{}, { reason: ' ' }, { reason: 'enough', also: 1 }])
    expect((await act(path, body)).status).toBe(422);
  await market.advance(11 * minuteMs);
  expect((await act(path, { reason: 'Lost the phone.' })).body.code).toBe('step_up_required');
  await confirmAs(market, admin, { password: admin.password });
  expect((await act(path, { reason: 'Lost the phone.' })).body).toEqual({ success: true });
  expect(await actsOf(member.id)).toEqual([
    { by: admin.id, act: 'factors.reset', data: { app: true, passkeys: 0, reason: 'Lost the phone.' } },
  ]);
  expect((await open(member.id)).body).toMatchObject({ factors: { app: false, recoveryCodes: 0 }, sessions: 0 });
  const colleague = await market.signUp('Keeper_2');
  await setUpAuthenticator(market, colleague);
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [colleague.id]);
  for (const { id } of [colleague, admin]) {
    expect((await act(`/members/${id}/factors/reset`, { reason: 'Lost the phone.' })).body.code).toBe('is_operator');
    expect((await act(`/members/${id}/suspension`, { reason: 'By accident.' })).body.code).toBe('is_operator');
    expect((await ask(`/members/${id}`)).body.may).toEqual(
      id === admin.id ? ['grant'] : ['grant', 'mark-trader', 'end-sessions'],
    );
    expect(await actsOf(id)).toEqual([]);
  }
});

test('[RO-05] premium of a suspended member can be taken and given too', async () => {
  const member = await market.signUp('Shut_Premium');
  await act(`/members/${member.id}/premium`, {});
  await act(`/members/${member.id}/suspension`, { reason: 'Sold what never existed.' });
  expect((await ask(`/members/${member.id}`)).body.may).toEqual([
    'grant',
    'revoke',
    'mark-trader',
    'restore',
    'reset-factors',
    'end-sessions',
  ]);
  expect((await market.request('DELETE', `/api/admin/members/shut_premium/premium`, { as: admin })).body).toMatchObject(
    { isPremium: false },
  );
  expect((await act(`/members/${member.id}/premium`, { months: 1 })).body).toMatchObject({ isPremium: true });
});

test('[RO-05] the audit log has pages, newest first, with the admin, the act and the member by name', async () => {
  const member = await market.signUp('Logged_1');
  for (const months of [1, 2, 3]) await act(`/members/${member.id}/premium`, { months });
  const all = (await ask('/audit?subject=logged_1')).body;
  expect(all.items.map(({ data }: { data: unknown }) => data)).toEqual([{ months: 3 }, { months: 2 }, { months: 1 }]);
  expect(all.items[0]).toMatchObject({
    by: admin.id,
    byName: 'Keeper_1',
    act: 'premium.granted',
    subject: member.id,
    subjectName: 'Logged_1',
  });
  const first = (await ask('/audit?subject=logged_1&limit=2')).body;
  const rest = (await ask(`/audit?subject=logged_1&limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.items, ...rest.items]).toEqual(all.items);
  expect(rest.nextCursor).toBeNull();
  expect((await ask('/audit?subject=logged_1&act=premium.revoked')).body.items).toEqual([]);
  expect((await ask(`/audit?by=keeper_1&subject=${member.id}`)).body.items).toHaveLength(3);
  expect((await ask('/audit?by=command%20line')).body.items).toEqual([]);
  for (const query of ['act=nonsense', 'cursor=nonsense', 'limit=0', 'by=%00'])
    expect((await ask(`/audit?${query}`)).status, query).toBe(422);
});

test('[RO-05] visitors get 401 and members 403, and nothing is shown or changed', async () => {
  const [member, victim] = [await market.signUp('Curious_1'), await market.signUp('Curious_2')];
  const calls: [string, string, unknown?][] = [
    ['GET', '/members'],
    ['GET', `/members/${victim.id}`],
    ['GET', '/audit'],
    ['POST', `/members/${victim.id}/email`],
    ['POST', `/members/${victim.id}/subscription/sync`],
    ['POST', `/members/${victim.id}/factors/reset`, { reason: 'Lost the phone.' }],
  ];
  for (const [method, path, body] of calls) {
    for (const [as, status] of [
      [undefined, 401],
      [member, 403],
      [victim, 403],
    ] as const) {
      const answer = await market.request(method, `/api/admin${path}`, {
        ...(as ? { as } : {}),
        ...(body ? { body } : {}),
      });
      expect([answer.status, Object.hasOwn(answer.body, 'items')], `${method} ${path}`).toEqual([status, false]);
    }
  }
  expect(await actsOf(victim.id)).toEqual([]);
});
