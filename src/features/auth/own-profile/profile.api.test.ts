import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('[EN-01] the own profile has every field of the specification', async () => {
  const member = await market.signUp('Whole_1');
  const { body } = await market.request('GET', '/api/profile', { as: member });
  const fields = [
    ...[
      'uid',
      'email',
      'username',
      'displayName',
      'joinDate',
      'totalSales',
      'rating',
      'bio',
      'location',
      'avatarUrl',
      'photoURL',
      'contact',
      'isEmailVerified',
    ],
    ...[
      'verificationSentAt',
      'profileCompleted',
      'lastUpdated',
      'lastSignIn',
      'authProvider',
      'social',
      'accountTier',
      'tier',
      'theme',
      'tutorialPreferences',
      'subscription',
    ],
  ];
  for (const field of fields) expect(body, field).toHaveProperty(field);
  expect(Object.keys(body.social)).toEqual(['youtube', 'twitter', 'facebook']);
  expect((await market.request('GET', '/api/profile')).status).toBe(401);
});

test('[EN-01] [RT-07] the public profile is found by id and by name, and shows nothing private', async () => {
  const member = await market.signUp('Public_1');
  await market.request('PATCH', '/api/profile', {
    as: member,
    body: { contact: 'signal: secret-42', bio: 'Old cards.', theme: 'midnight' },
  });
  for (const key of [member.id, 'Public_1', 'PUBLIC_1']) {
    const { status, body } = await market.request('GET', `/api/profiles/${key}`);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(
      [
        'id',
        'sellerKind',
        'username',
        'displayName',
        'bio',
        'location',
        'avatarUrl',
        'social',
        'contact',
        'totalSales',
        'rating',
        'ratingCount',
        'joinDate',
        'tier',
        'badge',
        'facts',
        'vacation',
      ].sort(),
    );
    expect(body).toMatchObject({
      id: member.id,
      username: 'Public_1',
      bio: 'Old cards.',
      contact: null,
      tier: 'free',
      badge: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/example\.test|secret-42|midnight/);
  }
  await market.request('PATCH', '/api/profile', { as: member, body: { contactVisible: true } });
  expect((await market.request('GET', `/api/profiles/${member.id}`)).body.contact).toBe('signal: secret-42');
});

test('[EN-03] a name equal to another member’s id does not take over their page', async () => {
  const member = await market.signUp('Address_1');
  await market.signUp(member.id);
  expect((await market.request('GET', `/api/profiles/${member.id}`)).body.username).toBe('Address_1');
});

test('[RT-07] [ER-07] an unknown profile is 404 with the exact sentence, for any id or name', async () => {
  for (const key of [
    'nobody_here',
    '1m7vvt2we0mvkey7njdq',
    '..%2f..%2fetc',
    '%00',
    'a'.repeat(500),
    '%F0%9F%82%A1',
    "x'%20or%201=1--",
    '%ff',
  ]) {
    const answer = await market.request('GET', `/api/profiles/${key}`);
    expect([answer.status, answer.body.message], key).toEqual([404, 'User profile not found']);
  }
});

test('[UI-05] [EN-01] a change is saved, read back, and published to subscribers', async () => {
  const member = await market.signUp('Edit_1');
  const patch = {
    displayName: 'Edith',
    bio: 'Two\r\nlines',
    location: 'Genève',
    contact: 'mail me',
    contactVisible: true,
    theme: 'dark',
    onboardingCompleted: true,
    social: { youtube: 'https://www.youtube.com/@edith', twitter: 'https://x.com/edith', facebook: '' },
    tutorialPreferences: { firstSale: true },
  };
  const { status, body } = await market.request('PATCH', '/api/profile', { as: member, body: patch });
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...patch, bio: 'Two\nlines', social: { ...patch.social, facebook: null } });
  const after = await market.request('PATCH', '/api/profile', {
    as: member,
    body: { tutorialPreferences: { firstPurchase: true }, bio: null },
  });
  expect(after.body).toMatchObject({
    tutorialPreferences: { firstSale: true, firstPurchase: true },
    bio: null,
    displayName: 'Edith',
    version: body.version + 1,
  });
  const { rows } = await market.platform.pool.query(
    "select version, topics from outbox_event where kind = 'profile.changed' and subject = $1 order by id",
    [member.id],
  );
  expect(rows.map((row) => row.version)).toEqual([body.version, body.version + 1]);
  expect(rows[0].topics).toEqual([`profile:${member.id}`, `user:${member.id}`]);
});

test('[VA-11] wrong fields of a profile are refused, each with a reason; nothing is written', async () => {
  const member = await market.signUp('Edit_2');
  const errors = async (body: unknown) => {
    const answer = await market.request('PATCH', '/api/profile', { as: member, body });
    return answer.status === 422 ? answer.body.errors : answer.status;
  };
  expect(await errors({ displayName: 'x'.repeat(61) })).toEqual({
    displayName: 'Enter at most 60 characters.',
  });
  expect(await errors({ bio: 'x'.repeat(1_001) })).toEqual({ bio: 'Enter at most 1,000 characters.' });
  expect(await errors({ bio: 'a\0b' })).toHaveProperty('bio');
  expect(await errors({ location: '\ud800' })).toHaveProperty('location');
  expect(await errors({ theme: 'neon' })).toHaveProperty('theme');
  expect(await errors({ tier: 'premium' })).toHaveProperty('tier');
  expect(await errors({ totalSales: 99 })).toHaveProperty('totalSales');
  expect(await errors({ role: 'admin' })).toHaveProperty('role');
  expect(await errors({ tutorialPreferences: { __proto__: null, constructor: 'x' } })).toHaveProperty([
    'tutorialPreferences.constructor',
  ]);
  for (const link of [
    'http://youtube.com/x',
    'https://youtube.com.evil.example/',
    'javascript:alert(1)',
    'https://evil.example/?youtube.com',
    'https://user@youtube.com/',
    'youtube.com/@x',
  ]) {
    expect(await errors({ social: { youtube: link } }), link).toEqual({
      'social.youtube': 'Enter a YouTube link that starts with https://youtube.com/',
    });
  }
  expect((await market.request('GET', '/api/profile', { as: member })).body.version).toBe(1);
  expect((await market.request('PATCH', '/api/profile', { body: { bio: 'x' } })).status).toBe(401);
});

test('[EN-03] the registry’s stored flags: who has the name, as typed, since when, permanent or generated, in use or released', async () => {
  const member = await market.signUp('Flagged_1');
  const entries = async () =>
    (
      await market.platform.pool.query(
        `select username_key, username, uid = $1 as mine, status, is_temporary, created_at is not null as dated, released_at is not null as given_up
         from username_registry where username_key like 'flagged%' order by username_key`,
        [member.id],
      )
    ).rows;
  const entry = (name: string, extra: object = {}) => ({
    ...{
      username_key: name.toLowerCase(),
      username: name,
      mine: true,
      status: 'active',
      is_temporary: false,
      dated: true,
      given_up: false,
    },
    ...extra,
  });
  const rename = (username: string) => market.request('PATCH', '/api/profile', { as: member, body: { username } });
  expect(await entries()).toEqual([entry('Flagged_1')]);
  await rename('Flagged_2');
  expect(await entries()).toEqual([entry('Flagged_1', { status: 'released', given_up: true }), entry('Flagged_2')]);
  await rename('FLAGGED_1');
  expect(await entries()).toEqual([entry('FLAGGED_1'), entry('Flagged_2', { status: 'released', given_up: true })]);
  // A generated name is free once it is released.
  await market.platform.pool.query("update username_registry set is_temporary = true where username_key = 'flagged_1'");
  await rename('Flagged_3');
  expect(await entries()).toEqual([entry('Flagged_2', { status: 'released', given_up: true }), entry('Flagged_3')]);
});

test('[VA-02] [EN-03] after a change of name the old one stays reserved, and its owner may take it back', async () => {
  const [ann, bob] = [await market.signUp('Ann_Old'), await market.signUp('Bob_1')];
  const rename = (as: typeof ann, username: string) =>
    market.request('PATCH', '/api/profile', { as, body: { username } });
  expect((await rename(ann, 'Ann_New')).body.username).toBe('Ann_New');
  expect((await market.request('GET', '/api/profiles/Ann_Old')).status).toBe(404);
  expect((await market.request('GET', '/api/profiles/ann_new')).body.id).toBe(ann.id);
  for (const name of ['ann_OLD', 'Ann_New', 'Moderator']) {
    const refused = await rename(bob, name);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Username is already taken. Please choose another one.',
    ]);
  }
  expect((await rename(ann, 'ANN_NEW')).body.username).toBe('ANN_NEW');
  expect((await rename(ann, 'Ann_Old')).body.username).toBe('Ann_Old');
  const { rows } = await market.platform.pool.query(
    'select username, status from username_registry where uid = $1 order by username_key',
    [ann.id],
  );
  expect(rows).toEqual([
    { username: 'ANN_NEW', status: 'released' },
    { username: 'Ann_Old', status: 'active' },
  ]);
});

test('[VA-02] RC thirty members take one name at the same moment: one has it, the others retain theirs', async () => {
  const members = await Promise.all(Array.from({ length: 30 }, (_, n) => market.signUp(`Racer_${n}`)));
  const answers = await Promise.all(
    members.map((as) => market.request('PATCH', '/api/profile', { as, body: { username: 'The_Winner' } })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  for (const answer of answers)
    if (answer.status !== 200)
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'Username is already taken. Please choose another one.',
      ]);
  const { rows } = await market.platform.pool.query(
    `select count(*) from profile p join username_registry r on r.uid = p.user_id and r.status = 'active' and r.username = p.username where p.username like 'Racer%' or p.username = 'The_Winner'`,
  );
  expect(rows[0].count).toBe(30);
});

test('[EN-03] the name check returns whether a name is available, with the reason', async () => {
  await market.signUp('Here_1');
  const ask = async (name: string) => (await market.request('GET', `/api/usernames/${encodeURIComponent(name)}`)).body;
  expect(await ask('Free_Name_1')).toEqual({ available: true, message: null });
  expect(await ask('here_1')).toEqual({
    available: false,
    message: 'Username is already taken. Please choose another one.',
  });
  expect(await ask('Adm1n')).toEqual({
    available: false,
    message: 'Username is already taken. Please choose another one.',
  });
  expect(await ask('a')).toEqual({ available: false, message: 'Enter a username of at least 3 characters.' });
  expect((await ask('a\0b')).available).toBe(false);
});

test('wrong methods and unknown paths are refused by name', async () => {
  expect((await market.request('DELETE', '/api/profile')).status).toBe(405);
  expect((await market.request('GET', '/api/auth/sign-in/email')).status).toBe(405);
  expect((await market.request('GET', '/api/auth/nothing')).status).toBe(404);
  expect(
    (
      await market.request('POST', '/api/auth/sign-in/email', {
        body: '{"email":',
        headers: { 'content-type': 'application/json' },
      })
    ).status,
  ).toBe(400);
});

test('[VA-06] the location of a profile can be changed but not removed', async () => {
  const member = await market.signUp('Stays_1');
  for (const location of ['', '   ', null]) {
    const answer = await market.request('PATCH', '/api/profile', { as: member, body: { location } });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['location']]);
  }
  const moved = await market.request('PATCH', '/api/profile', { as: member, body: { location: ' Bern ' } });
  expect(moved.body).toMatchObject({ location: 'Bern', profileCompleted: true, needsProfileCompletion: false });
});

test('[UI-10] [ST-08] the second tour that is over completes the onboarding, whichever tab says so; hints can be shown again', async () => {
  const member = await market.signUp('Toured_1');
  const patch = async (body: unknown) => (await market.request('PATCH', '/api/profile', { as: member, body })).body;
  const of = ({ tutorialPreferences, onboardingCompleted }: Record<string, unknown>) => [
    tutorialPreferences,
    onboardingCompleted,
  ];
  expect(of(await patch({ tutorialPreferences: { firstPurchase: true } }))).toEqual([{ firstPurchase: true }, false]);
  expect(of(await patch({ tutorialPreferences: { firstSale: true } }))).toEqual([
    { firstPurchase: true, firstSale: true },
    true,
  ]);
  const again = { tutorialPreferences: { firstPurchase: false, firstSale: false }, onboardingCompleted: false };
  expect(of(await patch(again))).toEqual([again.tutorialPreferences, false]);
  // Two tabs at once: neither has seen the other's write.
  await Promise.all([
    patch({ tutorialPreferences: { firstPurchase: true } }),
    patch({ tutorialPreferences: { firstSale: true } }),
  ]);
  expect(of((await market.request('GET', '/api/profile', { as: member })).body)).toEqual([
    { firstPurchase: true, firstSale: true },
    true,
  ]);
  // Completion is final: another guide does not revert it, and no other profile is affected.
  expect(of(await patch({ tutorialPreferences: { firstSale: false } }))).toEqual([
    { firstPurchase: true, firstSale: false },
    true,
  ]);
  const other = await market.signUp('Toured_2');
  expect(of((await market.request('GET', '/api/profile', { as: other })).body)).toEqual([{}, false]);
  expect((await market.request('PATCH', '/api/profile', { body: again })).status).toBe(401);
});
