import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberWithPasskey, passkeyBrowser, refusedIn, startNamedMarket } from '#testing/passkeys.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startNamedMarket();
});
afterAll(() => market?.close());

const minuteMs = 60_000;
const refusedWith = refusedIn(() => market);
const rows = async (query: string, values: unknown[] = []) => (await market.platform.pool.query(query, values)).rows;
const foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
let count = 0;
const person = () => memberWithPasskey(market, `Copied_${++count}_x`);

async function mailsOfCopies(member: TestMember): Promise<number> {
  await market.runJobs();
  return (
    await rows("select 1 from sandbox_mail where recipient = $1 and subject like '%may have been copied%'", [
      member.email,
    ])
  ).length;
}

test('a counter that falls or stays is an alarm: refused each time, and the owner is notified once a day', async () => {
  const { member, browser } = await person();
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  expect((await visitor.prove('sign-in', { counter: 40 })).status).toBe(200);
  for (const counter of [40, 39, 0]) {
    await refusedWith(() => visitor.prove('sign-in', { counter }), 401, 'passkey_copied');
    await refusedWith(() => browser.prove('step-up', { counter }), 403, 'passkey_copied');
  }
  expect(await mailsOfCopies(member)).toBe(1);
  await market.advance(25 * 60 * minuteMs);
  await refusedWith(() => visitor.prove('sign-in', { counter: 7 }), 401, 'passkey_copied');
  expect(await mailsOfCopies(member)).toBe(2);
  expect((await visitor.prove('sign-in', { counter: 41 })).status).toBe(200);
});

test('a request without the key cannot raise that alarm', async () => {
  const { member, browser } = await person();
  const visitor = passkeyBrowser(market, '', browser.authenticator);
  await visitor.prove('sign-in', { counter: 40 });
  await refusedWith(() => visitor.prove('sign-in', { counter: 3, key: foreignKey }), 401, 'passkey_refused');
  expect(await mailsOfCopies(member)).toBe(0);
});

test('two answers with one counter at the same moment: one is let in', async () => {
  const { browser } = await person();
  const [one, two] = [
    passkeyBrowser(market, '', browser.authenticator),
    passkeyBrowser(market, '', browser.authenticator),
  ];
  const answers = await Promise.all([one.prove('sign-in', { counter: 9 }), two.prove('sign-in', { counter: 9 })]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
});
