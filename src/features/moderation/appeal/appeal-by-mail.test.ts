import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSignedId, signId } from '#platform/identity/signed-id.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { liftSuspension, suspendByDecision, warnMember } from '../decide/decide-on-member.server.ts';
import { appealByMail, appealUrl, readMailedDecision } from './appeal-by-mail.server.ts';

let market: TestMarket;
let admin: TestMember;
beforeAll(async () => {
  market = await startTestMarket();
  admin = await market.signUp('Judge_of_mail');
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
}, 120_000);
afterAll(() => market?.close());

const said = (memberId: string) => ({
  memberId,
  by: admin.id,
  rule: 'real' as const,
  reason: 'Sold what was not there.',
});
const newest = async (memberId: string): Promise<string> =>
  (await market.platform.pool.query('select id from ruling where member_id = $1 order by id desc limit 1', [memberId]))
    .rows[0].id;
const tokenOf = (id: string) => new URL(appealUrl(market.platform, id)).searchParams.get('token');
const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ status, code }) => [status, code],
  );

test('the signature of a link is valid for one decision, one secret and one spelling', () => {
  const token = signId('a secret', 'appeal', 'abc');
  expect([['another', 'a secret'], ['another']].map((secrets) => readSignedId(secrets, 'appeal', token))).toEqual([
    'abc',
    null,
  ]);
  expect(readSignedId(['a secret'], 'another use', token)).toBe(null);
  for (const forged of [
    token.replace('abc', 'abd'),
    `${token}=`,
    token.slice(0, -1),
    token.toUpperCase(),
    `abc.${'A'.repeat(43)}`,
  ])
    expect(readSignedId(['a secret'], 'appeal', forged)).toBe(null);
});

test('a link opens a suspension in force, and neither another decision nor an ended one', async () => {
  const member = await market.signUp('Mailed_1');
  await warnMember(market.platform, said(member.id));
  expect(await refusal(readMailedDecision(market.platform, tokenOf(await newest(member.id))))).toEqual([
    403,
    'unknown_link',
  ]);
  await suspendByDecision(market.platform, said(member.id));
  const token = tokenOf(await newest(member.id));
  expect(await readMailedDecision(market.platform, token)).toMatchObject({ act: 'suspended', appealIs: 'open' });
  await liftSuspension(market.platform, said(member.id));
  expect(await refusal(readMailedDecision(market.platform, token))).toEqual([410, 'suspension_over']);
  expect(await refusal(appealByMail(market.platform, token, 'Too late.', '203.0.113.7'))).toEqual([
    410,
    'suspension_over',
  ]);
});

test('one network sends at most thirty appeals an hour', async () => {
  const send = () => refusal(appealByMail(market.platform, 'nothing', 'Let me in.', '203.0.113.9'));
  for (let at = 0; at < 30; at++) expect(await send()).toEqual([403, 'unknown_link']);
  expect(await send()).toEqual([429, 'too_many_requests']);
});
