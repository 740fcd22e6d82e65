import { afterAll, beforeAll, expect } from 'vitest';
import { putUpForSale } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

/** A running app with two admins, and helpers for decisions and appeals. */
export function moderationMarket() {
  const court = {} as { market: TestMarket; first: TestMember; second: TestMember };
  beforeAll(async () => {
    court.market = await startTestMarket({ pages: true });
    [court.first, court.second] = [await court.market.signUp('Judge_1'), await court.market.signUp('Judge_2')];
    await court.market.platform.pool.query("update auth_user set role = 'admin' where id = any($1)", [
      [court.first.id, court.second.id],
    ]);
  }, 120_000);
  afterAll(() => court.market?.close());

  let n = 0;
  const join = () => court.market.signUp(`ruled_${++n}`);
  const call = (method: string, path: string, as: TestMember, body?: unknown) =>
    court.market.request(method, path, { as, ...(body ? { body } : {}) });
  const admin = (method: string, path: string, body?: unknown, as: TestMember = court.first) =>
    call(method, `/api/admin${path}`, as, body);
  const rows = async (text: string, values: unknown[] = []) =>
    (await court.market.platform.pool.query(text, values)).rows;
  const page = (path: string, as: TestMember) => court.market.request<string>('GET', path, { as });
  const form = (path: string, as: TestMember, fields: Record<string, string>) =>
    court.market.request<string>('POST', path, {
      as,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const mailsTo = async ({ email }: TestMember): Promise<{ subject: string; body_text: string }[]> => {
    await court.market.runJobs();
    return rows('select subject, body_text from sandbox_mail where recipient = $1 order by sent_at', [email]);
  };
  const decisionsOf = async (as: TestMember) => (await call('GET', '/api/rulings', as)).body.items;
  const hidden = async (seller: TestMember) => {
    const id = await putUpForSale(court.market, seller);
    const stop = { why: 'not_as_described', reason: 'The photo shows another card.' };
    expect((await admin('POST', `/listings/${id}/hide`, stop)).status).toBe(200);
    return { id, decision: (await decisionsOf(seller))[0] };
  };
  const appeal = (as: TestMember, id: string, text = 'It is the card of the photo.') =>
    call('POST', `/api/rulings/${id}/appeal`, as, { text });
  const answer = (id: string, outcome: string, as: TestMember) =>
    admin('POST', `/appeals/${id}/answer`, { outcome, answer: 'Looked at again.' }, as);

  const reported = async (kind: string, id: string, as: TestMember, reason = 'Fraud or a fake card') => {
    const filed = (await call('POST', '/api/reports', as, { subject: { kind, id }, reason })).body.id;
    expect((await admin('POST', `/reports/${filed}/claim`)).status).toBe(200);
    return filed as string;
  };

  /** A listing of the member. */
  const made = (as: TestMember) =>
    call('POST', '/api/listings', as, {
      game: 'pokemon',
      name: 'Pikachu',
      condition: 'near_mint',
      price: { amount: 500, currency: 'USD' },
      quantity: 1,
      status: 'active',
    });
  return {
    court,
    join,
    call,
    admin,
    rows,
    page,
    form,
    mailsTo,
    rulingsOf: decisionsOf,
    hidden,
    appeal,
    answer,
    reported,
    made,
  };
}
