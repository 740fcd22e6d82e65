import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#features/auth/model/messages.ts';
import { Refusal } from '#kernel/refusal.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
}, 60_000);
afterAll(() => market?.close());

const quarter = 15 * 60_000;
/** Statuses by number, and whether each 429 says when to come back. */
async function statusesOf(
  times: number,
  ask: () => Promise<{ status: number; headers: Headers }>,
): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: times }, ask));
  const counted: Record<string, number> = {};
  for (const { status, headers } of answers) {
    counted[status] = (counted[status] ?? 0) + 1;
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  return counted;
}
const call = (as: TestMember, method: string, path: string, body?: unknown) => () =>
  market.request(method, path, { as, ...(body === undefined ? {} : { body }) });

test('requests to Stripe are counted by member, all calls together, and no other member is refused', async () => {
  const [busy, other] = [await market.signUp(), await market.signUp()];
  expect((await call(busy, 'POST', '/api/stripe/create-checkout')()).status).toBe(200);
  const bills = await statusesOf(70, call(busy, 'GET', '/api/stripe/invoices'));
  expect(bills).toEqual({ 200: 59, 429: 11 });
  expect(await statusesOf(1, call(busy, 'POST', '/api/stripe/create-checkout'))).toEqual({ 429: 1 });
  expect(await statusesOf(1, call(busy, 'POST', '/api/stripe/create-portal'))).toEqual({ 429: 1 });
  // What needs no Stripe goes on.
  expect((await call(busy, 'GET', '/api/stripe/check-subscription')()).status).toBe(200);
  expect((await call(busy, 'POST', '/api/stripe/cancel-subscription', {})()).status).toBe(404);
  expect((await call(other, 'POST', '/api/stripe/create-checkout')()).status).toBe(200);
  await market.advance(quarter);
  expect((await call(busy, 'POST', '/api/stripe/create-portal')()).status).toBe(200);
});

test('[AP-04] bringing listings in line is counted', async () => {
  const member = await market.signUp();
  expect(
    await statusesOf(35, call(member, 'POST', '/api/stripe/update-listing-tiers', { accountTier: 'premium' })),
  ).toEqual({ 200: 30, 429: 5 });
});

test('the export is given twenty times an hour', async () => {
  const member = await market.signUp();
  expect(await statusesOf(25, call(member, 'GET', '/api/export'))).toEqual({ 200: 20, 429: 5 });
  await market.advance(4 * quarter);
  expect((await call(member, 'GET', '/api/export')()).status).toBe(200);
});

test('[ER-03] [VA-07] after twelve verification mails in a day the sentence names the day; a refused one is not counted', async () => {
  const member = await market.signUp();
  const ask = call(member, 'POST', '/api/auth/send-verification-email', {});
  await market.advance(5 * 60_000);
  for (let n = 0; n < 12; n++) {
    expect((await ask()).status).toBe(200);
    expect((await ask()).body.code).toBe('verification_cooldown');
    await market.advance(5 * 60_000);
  }
  const refused = await ask();
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts']);
  expect(refused.body.message).toMatch(/^Too many verification emails were sent today\./);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(22 * 3_600);
  await market.advance(24 * 3_600_000);
  expect((await ask()).status).toBe(200);
});

test('a refusal for too many cannot be written without the time to come back', () => {
  expect(() => new Refusal(429, 'too_many_requests', 'Too many.')).toThrow(RangeError);
});

test('the sender of far too large a body receives the reason, and is not cut off in the middle of it', async () => {
  const { hostname, port, host, origin } = new URL(market.url);
  const piece = Buffer.alloc(64 * 1024, 'x');
  const pieces = 32;
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text;
  });
  const closed = once(socket, 'close');
  const head = [
    'POST /api/auth/sign-in/email HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${origin}`,
    'Content-Type: application/json',
  ];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${piece.length * pieces}\r\n\r\n`);
  // By the time that it has answered others it knows from the head alone that this is too much.
  for (let other = 0; other < 3; other++) expect((await fetch(`${market.url}/api/health`)).status).toBe(200);
  for (let sent = 0; sent < pieces; sent++)
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), closed]);
  await expect.poll(() => answer).toContain('"code":"too_large"');
  socket.destroy();
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('failures to sign in are one count in both processes, and so is its reset', async () => {
  const other = await startTestMarket({ beside: market });
  try {
    const owner = await market.signUp();
    const servers = [market, other];
    const from = { 'x-forwarded-for': '10.99.7.1' };
    const tries = (password: string) => (n: number) =>
      servers[n % 2]?.request('POST', '/api/auth/sign-in/email', {
        body: { email: owner.email, password },
        headers: from,
      }) ?? Promise.reject();
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => tries('wrong-horse-battery')(n)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    for (const { status, body } of answers)
      if (status !== 401) expect([status, body.message]).toEqual([429, messages.tooManyAttempts]);
    for (const n of [0, 1]) expect((await tries(owner.password)(n)).status).toBe(429);
    await other.advance(quarter);
    await market.advance(quarter);
    expect((await tries(owner.password)(0)).status).toBe(200);
    expect((await tries('wrong-horse-battery')(1)).status).toBe(401);
  } finally {
    await other.close();
  }
}, 60_000);
