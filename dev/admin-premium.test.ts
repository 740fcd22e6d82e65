import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { readPremiumTask, runPremiumTask } from './admin-premium.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('[RO-05] the words of the command line', () => {
  const read = (line: string) => readPremiumTask(line.split(' '));
  expect(read('premium grant Ana')).toEqual({ act: 'grant', name: 'Ana' });
  expect(read('premium grant Ana --months 3')).toEqual({ act: 'grant', name: 'Ana', months: 3 });
  expect(read('premium grant Ana --months=12')).toEqual({ act: 'grant', name: 'Ana', months: 12 });
  expect(read('premium revoke Ana')).toEqual({ act: 'revoke', name: 'Ana' });
  expect(read('subscription sync Ana')).toEqual({ act: 'sync', name: 'Ana' });
  for (const line of [
    'premium',
    'premium grant',
    'premium grant --months 3',
    'premium revoke Ana now',
    'subscription Ana',
    'catalogue import x',
  ])
    expect(read(line), line).toBeNull();
  expect(() => read('premium grant Ana --months many')).toThrow('Enter a number of months.');
  expect(() => read('premium grant Ana --months 0')).toThrow('Enter at least 1 month.');
});

test('[RO-05] an operator grants, reads again and revokes from the command line, by name in any case', async () => {
  const member = await market.signUp('Cli_1');
  const { config, log } = market.platform;
  const said: string[] = [];
  const run = (line: string) => {
    const task = readPremiumTask(line.split(' '));
    if (!task) throw new Error('not a task');
    return runPremiumTask(
      task,
      { config: { ...config, databasePool: 2 }, databaseUrl: config.databaseUrl ?? '', log },
      (text) => said.push(text),
    );
  };
  const isPremium = async () =>
    (await market.request('GET', '/api/stripe/check-subscription', { as: member })).body.isPremium;
  await run('premium grant cli_1 --months 2');
  expect(await isPremium()).toBe(true);
  await run('subscription sync Cli_1');
  await run('premium revoke CLI_1');
  expect(await isPremium()).toBe(false);
  await expect(run('premium revoke Cli_1')).rejects.toThrow('This member has no complimentary Premium.');
  await expect(run('premium grant Nobody_9')).rejects.toThrow('User profile not found');
  expect(said[0]).toBe('Cli_1 has complimentary Premium for 2 months.');
  expect(said[1]).toMatch(/^Cli_1: subscription active, Premium plan, until /);
  const { rows } = await market.platform.pool.query('select by, act from audit_log where subject = $1 order by at', [
    member.id,
  ]);
  expect(rows).toEqual(
    ['premium.granted', 'subscription.synced', 'premium.revoked'].map((act) => ({ by: 'command line', act })),
  );
});
