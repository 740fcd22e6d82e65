import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { traveller } from '#testing/servers/google.ts';
import { hasFreshGoogle } from './fresh-google.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

test('[VA-08] a confirmation at Google counts for ten minutes, for the session that made it, with the same account only', async () => {
  const person = traveller(market);
  await person.travel({ email: 'fresh@example.test' });
  await traveller(market).travel({ email: 'stranger@example.test' });
  const actor = async () =>
    (await market.platform.identity.resolve(new Headers({ cookie: person.cookie() }))) ?? expect.fail('signed out');
  const fresh = async () => hasFreshGoogle(market.platform, await actor());
  expect(await fresh()).toBe(true);
  await market.advance(11 * 60_000);
  expect(await fresh()).toBe(false);
  const sentence = 'Please sign in with the same Google account you want to delete';
  for (const email of ['stranger@example.test', 'nobody.yet@example.test']) {
    expect((await person.travel({ email }, { purpose: 'confirm', next: '/settings/data' })).to).toBe(
      '/settings/data?google=google_same_to_delete',
    );
    const confirming = '/settings/security/confirm?next=';
    const forDeletion = await person.travel({ email }, { purpose: 'confirm', next: `${confirming}%2Fsettings%2Fdata` });
    expect(forDeletion.to).toMatch(/google=google_same_to_delete$/);
    const forOther = await person.travel(
      { email },
      { purpose: 'confirm', next: `${confirming}%2Fsettings%2Fsecurity` },
    );
    expect(forOther.to).toMatch(/google=google_other$/);
    expect(await fresh()).toBe(false);
    const { answer } = await person.travel({ email }, { purpose: 'confirm', popup: '1', next: '/settings/data' });
    expect(answer.body).toContain(sentence);
  }
  expect(
    (await person.travel({ email: 'fresh@example.test' }, { purpose: 'confirm', next: '/settings/security' })).to,
  ).toBe('/settings/security');
  expect(await fresh()).toBe(true);
  expect(await hasFreshGoogle(market.platform, { ...(await actor()), sessionId: 'another' })).toBe(false);
});
