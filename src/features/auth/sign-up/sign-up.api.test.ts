import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket, testPassword } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

let host = 0;
const from = () => ({ 'x-forwarded-for': `198.51.${(++host >> 8) & 255}.${host & 255}` });
const signUp = (body: unknown, headers: Record<string, string> = from()) =>
  market.request('POST', '/api/auth/sign-up/email', { body, headers });
const person = (username: string, change: Record<string, unknown> = {}) => ({
  email: `${username}@people.test`.toLowerCase(),
  password: testPassword,
  username,
  location: 'Lyon',
  ...change,
});

async function rowsOf(email: string, username: string): Promise<number[]> {
  const { rows } = await market.platform.pool.query(
    `select (select count(*) from auth_user where email = $1) as users,
            (select count(*) from auth_account a join auth_user u on u.id = a.user_id where u.email = $1) as accounts,
            (select count(*) from profile where lower(username) = lower($2)) as profiles,
            (select count(*) from username_registry where username_key = lower($2)) as names`,
    [email, username],
  );
  const [row] = rows;
  return [row.users, row.accounts, row.profiles, row.names];
}

test('[RO-01] a visitor becomes a member: account, profile, name and session', async () => {
  const answer = await signUp(person('Alice_1', { name: 'Alice', email: ' Alice_1@People.test ' }));
  expect(answer.status).toBe(200);
  expect(answer.body.user).toMatchObject({
    username: 'Alice_1',
    email: 'alice_1@people.test',
    displayName: 'Alice',
    profileCompleted: true,
    tier: 'free',
    role: 'member',
  });
  expect(JSON.stringify(answer.body)).not.toMatch(/argon2|passwordHash|correct-horse/);
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^sleeved_session=.+; HttpOnly; SameSite=Lax$/);
  const own = await market.request('GET', '/api/profile', { headers: { cookie: cookie.split(';')[0] ?? '' } });
  expect(own.body.username).toBe('Alice_1');
  expect(await rowsOf('alice_1@people.test', 'alice_1')).toEqual([1, 1, 1, 1]);
});

test('[RT-03] [VA-06] without a location the profile is flagged, and completing it removes the flag', async () => {
  const member = await market.signUp('Flagged_1', { location: undefined });
  const session = await market.request('GET', '/api/auth/get-session', { as: member });
  expect(session.body.user).toMatchObject({ username: 'Flagged_1', needsProfileCompletion: true });
  const complete = (body: unknown) => market.request('POST', '/api/profile/complete', { as: member, body });
  expect((await complete({ username: 'Flagged_1', location: '  ' })).body.errors).toEqual({
    location: 'Enter your location.',
  });
  expect((await complete({ username: 'Fl', location: 'Bern' })).body.errors).toHaveProperty('username');
  const done = await complete({ username: 'Flagged_1', location: 'Bern' });
  expect(done.body).toMatchObject({ profileCompleted: true, needsProfileCompletion: false, location: 'Bern' });
  expect((await complete({ username: 'Flagged_1', location: 'Bern' })).status).toBe(409);
});

test('[VA-01] a taken e-mail is refused with the exact sentence, in any case', async () => {
  await signUp(person('Taken_Mail'));
  const answer = await signUp(person('Other_Name', { email: 'TAKEN_mail@people.test' }));
  const sentence =
    'This email is already registered. Please sign in with Google if you used Google to create your account.';
  expect([answer.status, answer.body.message, answer.body.errors]).toEqual([409, sentence, { email: sentence }]);
  expect(await rowsOf('nobody', 'Other_Name')).toEqual([0, 0, 0, 0]);
});

test('[VA-02] [EN-03] a taken or reserved username is refused with the exact sentence, in any case', async () => {
  await signUp(person('Taken_Name'));
  const sentence = 'Username is already taken. Please choose another one.';
  for (const username of ['taken_NAME', 'Admin', 'supp0rt', 'Sleeved']) {
    const answer = await signUp(person(username, { email: `second.${username}@people.test` }));
    expect([answer.status, answer.body.message, answer.body.errors]).toEqual([409, sentence, { username: sentence }]);
    expect((await rowsOf(`second.${username.toLowerCase()}@people.test`, 'none'))[0]).toBe(0);
  }
});

test('[VA-02] [VA-03] RC fifty people take one name at the same moment: one has it, the others leave nothing behind', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      signUp(person(n % 2 ? 'One_Name' : 'one_name', { email: `race.${n}@people.test` })),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'Username is already taken. Please choose another one.',
    ]);
  }
  const { rows } = await market.platform.pool.query(
    `select (select count(*) from auth_user where email like 'race.%') as users, (select count(*) from auth_account a join auth_user u on u.id = a.user_id where u.email like 'race.%') as accounts,
            (select count(*) from profile where lower(username) = 'one_name') as profiles, (select count(*) from username_registry where username_key = 'one_name') as names`,
  );
  expect(rows[0]).toEqual({ users: 1, accounts: 1, profiles: 1, names: 1 });
});

test('[VA-01] RC twenty sign-ups with one e-mail at the same moment: one account', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signUp(person(`same_mail_${n}`, { email: 'same.mail@people.test' }))),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(409)]);
  expect(await rowsOf('same.mail@people.test', 'none')).toEqual([1, 1, 0, 0]);
});

test('[VA-03] [ER-05] a sign-up that dies half-way leaves nothing behind, returns an error, and can be repeated', async () => {
  const { pool } = market.platform;
  await pool.query(
    `create function fail_profile() returns trigger language plpgsql as 'begin raise exception ''the machine died''; end'`,
  );
  await pool.query('create trigger fail_profile before insert on profile for each row execute function fail_profile()');
  const failed = await signUp(person('Half_Way'));
  await pool.query('drop trigger fail_profile on profile');
  expect([failed.status, failed.body.code, failed.body.message]).toEqual([
    503,
    'profile_failed',
    'Failed to create profile. Please try again.',
  ]);
  expect(await rowsOf('half_way@people.test', 'Half_Way')).toEqual([0, 0, 0, 0]);
  expect((await signUp(person('Half_Way'))).status).toBe(200);
});

test('[VA-11] wrong fields are refused together, each with a reason, and nothing is written', async () => {
  const answer = await signUp({ email: 'no mail', password: 'short', username: 'a b', location: 'x'.repeat(81) });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({
    email: 'Invalid email address',
    password: 'Choose a password with at least 12 characters. 15 or more is better.',
    username: 'Use only letters without accents, digits and underscores in your username.',
    location: 'Enter at most 80 characters.',
  });
  expect((await signUp(person('Common_1', { password: 'Password1234' }))).body.errors.password).toMatch(/too common/);
  expect((await signUp(person('Own_Mail_1', { password: 'own_mail_1@people.test' }))).body.errors.password).toMatch(
    /email address/,
  );
  expect((await signUp(person('Boss_1', { role: 'admin' }))).body.errors).toHaveProperty('role');
  expect(await rowsOf('common_1@people.test', 'Boss_1')).toEqual([0, 0, 0, 0]);
});

const hostile: [string, unknown][] = [
  ['a username of 1 MB', person('x'.repeat(1_000_000))],
  ['a username of 100 kB', person('x'.repeat(100_000))],
  ['NUL in the name', person('Nul_1', { name: 'a\0b' })],
  ['NUL in the e-mail', person('Nul_2', { email: 'a\0@people.test' })],
  ['NUL in the username', person('Nul\u0000_3')],
  ['a lone surrogate in the name', person('Lone_1', { name: 'a\ud800' })],
  ['a lone surrogate in the password', person('Lone_2', { password: `${'\ud800'.repeat(14)}` })],
  ['a lone surrogate in the location', person('Lone_3', { location: '\udfff' })],
  ['a quoted local part', person('Quote_1', { email: '"a@evil.test"@people.test' })],
  ['a list of recipients', person('List_1', { email: 'a@people.test,b@people.test' })],
  ['a line break in the e-mail', person('Line_1', { email: 'a@people.test\nBcc: b@people.test' })],
  ['numbers instead of texts', { email: 1, password: 2, username: 3 }],
  ['an array', []],
  ['nothing', null],
  [
    'a prototype',
    JSON.parse(
      '{"email":"proto@people.test","password":"correct-horse-battery","username":"Proto_1","__proto__":{"role":"admin"}}',
    ),
  ],
  ['an object as e-mail', person('Obj_1', { email: { $ne: null } })],
  ['a password of 200 kB', person('Long_1', { password: 'x'.repeat(200_000) })],
];
test.each(hostile)('%s is refused and never a server error', async (_name, body) => {
  const answer = await signUp(body);
  expect([400, 413, 422]).toContain(answer.status);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
});

test('the twenty-first sign-up of one address within an hour is refused, for any member', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  for (let n = 0; n < 20; n++)
    expect((await signUp(person('ab', { email: `limit.${n}@people.test` }), headers)).status).toBe(422);
  for (let n = 0; n < 20; n++)
    expect((await signUp(person(`alice_1`, { email: `limit.${n}@people.test` }), headers)).status).toBe(409);
  const refused = await signUp(person('Limit_21'), headers);
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect((await signUp(person('Limit_22'))).status).toBe(200);
  await market.advance(3_600_000);
  expect((await signUp(person('Limit_21'), headers)).status).toBe(200);
});

test('[GD-02] a sign-up from a foreign page is refused', async () => {
  const answer = await signUp(person('Foreign_1'), { ...from(), origin: 'https://evil.example' });
  expect([answer.status, answer.body.code]).toEqual([403, 'origin_required']);
});
