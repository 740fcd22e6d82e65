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
  for (const line of [
    'member',
    'member reset-factors',
    'member reset-factors --now',
    'member reset-factors Ana now',
    'members reset-factors Ana',
    'member ban Ana',
  ])
    expect(read(line), line).toBeNull();
});

test('SE-8 an operator takes the second factor from a member who has lost it: signed out, mailed, written down', async () => {
  const member = await market.signUp('Lost_1');
  const { recoveryCodes } = await setUpAuthenticator(market, member);
  const { config, log } = market.platform;
  const said: string[] = [];
  const run = (line: string) => {
    const task = readMemberTask(line.split(' '));
    if (!task) throw new Error('not a task');
    return runMemberTask(task, { config: { ...config, databasePool: 2 }, databaseUrl: config.databaseUrl ?? '', log }, (text) => said.push(text));
  };
  await run('member reset-factors lost_1');
  expect(said).toEqual(['Lost_1 signs in without a second step now, and is signed out everywhere.']);
  expect((await market.request('GET', '/api/profile', { as: member })).status).toBe(401);
  const answer = await market.request('POST', '/api/auth/sign-in/email', { body: { email: member.email, password: testPassword } });
  expect(answer.body.user.id).toBe(member.id);
  await expect(run('member reset-factors Lost_1')).rejects.toThrow('This member has no authenticator app and no passkey.');
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
    'The second step of your account was taken away',
  );
});
