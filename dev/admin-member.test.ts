import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpAuthenticator } from '#testing/authenticator.ts';
import { startTestMarket, type TestMarket, testPassword } from '#testing/server.ts';
import { readMemberTask, runMemberTask } from './admin-member.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('the words of the command line', () => {
  const read = (line: string) => readMemberTask(line.split(' '));
  expect(read('member reset-factors Ana')).toEqual({ act: 'reset-factors', name: 'Ana' });
  expect(read('member restore Ana')).toEqual({ act: 'restore', name: 'Ana' });
  expect(read('member suspend Ana --reason Sold what never existed')).toEqual({
    act: 'suspend',
    name: 'Ana',
    reason: 'Sold what never existed',
    rule: 'honest',
  });
  expect(read('member suspend Ana --reason=Spam again')).toEqual({
    act: 'suspend',
    name: 'Ana',
    reason: 'Spam again',
    rule: 'honest',
  });
  expect(read('operator add Ana')).toEqual({ act: 'add-operator', name: 'Ana' });
  expect(read('operator remove Ana')).toEqual({ act: 'remove-operator', name: 'Ana' });
  expect(() => read('member suspend Ana --reason')).toThrow('Enter a reason of at least 3 characters.');
  for (const line of [
    'member suspend Ana',
    'member suspend Ana Spam',
    'member restore Ana now',
    'member',
    'member reset-factors',
    'member reset-factors --now',
    'member reset-factors Ana now',
    'members reset-factors Ana',
    'member ban Ana',
    'operator Ana',
    'operator add',
    'operator add Ana now',
    'operator make Ana',
  ])
    expect(read(line), line).toBeNull();
});

test('an operator takes the second factor from a member who has lost it: signed out, mailed, written down', async () => {
  const member = await market.signUp('Lost_1');
  const { recoveryCodes } = await setUpAuthenticator(market, member);
  const { config, log } = market.platform;
  const said: string[] = [];
  const run = (line: string) => {
    const task = readMemberTask(line.split(' '));
    if (!task) throw new Error('not a task');
    return runMemberTask(
      task,
      { config: { ...config, databasePool: 2 }, databaseUrl: config.databaseUrl ?? '', log },
      (text) => said.push(text),
    );
  };
  await run('member reset-factors lost_1');
  expect(said).toEqual(['Two-step verification and passkeys of Lost_1 were removed, and all sessions ended.']);
  expect((await market.request('GET', '/api/profile', { as: member })).status).toBe(401);
  const answer = await market.request('POST', '/api/auth/sign-in/email', {
    body: { email: member.email, password: testPassword },
  });
  expect(answer.body.user.id).toBe(member.id);
  await expect(run('member reset-factors Lost_1')).rejects.toThrow('This member has no authenticator app or passkey.');
  await expect(run('member reset-factors Nobody_9')).rejects.toThrow('User profile not found');

  const { pool } = market.platform;
  const { rows } = await pool.query('select by, act, data from audit_log where subject = $1', [member.id]);
  expect(rows).toEqual([{ by: 'command line', act: 'factors.reset', data: { app: true, passkeys: 0 } }]);
  expect((await pool.query('select 1 from auth_recovery_code where user_id = $1', [member.id])).rows).toHaveLength(0);
  expect(recoveryCodes).toHaveLength(10);
  await market.runJobs();
  const { body } = await market.request('GET', '/sandbox/mail.json');
  const mails = (body.items ?? body) as { to: unknown; subject: string }[];
  expect(mails.filter(({ to }) => String(to).includes(member.email)).map(({ subject }) => subject)).toContain(
    'Two-step verification was removed',
  );
});

test('[RO-05] an operator suspends a member from the command line, with a reason, and lets them in again', async () => {
  const member = await market.signUp('Cli_shut');
  const { config, log, pool } = market.platform;
  const said: string[] = [];
  const run = (words: string[]) => {
    const task = readMemberTask(words);
    if (!task) throw new Error('not a task');
    return runMemberTask(
      task,
      { config: { ...config, databasePool: 2 }, databaseUrl: config.databaseUrl ?? '', log },
      (text) => said.push(text),
    );
  };
  const signIn = async () =>
    (await market.request('POST', '/api/auth/sign-in/email', { body: { email: member.email, password: testPassword } }))
      .status;
  await run(['member', 'suspend', 'cli_shut', '--reason', 'Sold what never existed']);
  expect([(await market.request('GET', '/api/profile', { as: member })).status, await signIn()]).toEqual([401, 403]);
  await expect(run(['member', 'suspend', 'Cli_shut', '--reason', 'again'])).rejects.toThrow(
    'This member is already suspended.',
  );
  await run(['member', 'restore', 'CLI_SHUT']);
  expect(await signIn()).toBe(200);
  await expect(run(['member', 'restore', 'Nobody_9'])).rejects.toThrow('User profile not found');
  expect(said).toEqual(['Cli_shut was suspended and signed out everywhere.', 'The suspension of Cli_shut has ended.']);
  const { rows } = await pool.query('select by, act, data from audit_log where subject = $1 order by at', [member.id]);
  expect(rows).toEqual([
    { by: 'command line', act: 'member.suspended', data: { reason: 'Sold what never existed' } },
    { by: 'command line', act: 'member.restored', data: {} },
  ]);
});

test('[RO-05] the rights of an operator are given and taken on the command line; every session ends with them', async () => {
  const member = await market.signUp('Cli_keeper');
  const { config, log, pool } = market.platform;
  const said: string[] = [];
  const run = (line: string) => {
    const task = readMemberTask(line.split(' '));
    if (!task) throw new Error('not a task');
    return runMemberTask(
      task,
      { config: { ...config, databasePool: 2 }, databaseUrl: config.databaseUrl ?? '', log },
      (text) => said.push(text),
    );
  };
  const signIn = async () => {
    const answer = await market.request('POST', '/api/auth/sign-in/email', {
      body: { email: member.email, password: testPassword },
    });
    return { ...member, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const mayLook = async (as: typeof member) => (await market.request('GET', '/api/admin/members', { as })).status;
  expect(await mayLook(member)).toBe(403);
  await run('operator add cli_keeper');
  expect(await mayLook(member)).toBe(401);
  const signedIn = await signIn();
  expect(await mayLook(signedIn)).toBe(200);
  await expect(run('operator add Cli_keeper')).rejects.toThrow('This member is already an admin.');
  const { token } = (await market.request('POST', '/api/auth/token', { as: signedIn })).body;
  await run('operator remove Cli_keeper');
  for (const as of [signedIn, { token }])
    expect((await market.request('GET', '/api/admin/members', { as })).status).toBe(401);
  expect(await mayLook(await signIn())).toBe(403);
  await expect(run('operator remove Cli_keeper')).rejects.toThrow('This member isn’t an admin.');
  await run('member suspend Cli_keeper --reason Left the team');
  await expect(run('operator add Cli_keeper')).rejects.toThrow('This member is suspended. End the suspension first.');
  expect(said.slice(0, 2)).toEqual([
    'Cli_keeper is now an admin and must sign in again.',
    'Cli_keeper is no longer an admin and was signed out everywhere.',
  ]);
  const { rows } = await pool.query('select by, act from audit_log where subject = $1 order by at, id', [member.id]);
  expect(rows).toEqual(
    ['operator.added', 'operator.removed', 'member.suspended'].map((act) => ({ by: 'command line', act })),
  );
});
