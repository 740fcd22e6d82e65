import type { TestMarket, TestMember } from './server.ts';

/** Confirms who this is, and goes on with the session of the answer as a browser would. */
export async function confirmAs(market: TestMarket, member: TestMember, body: { password?: string; code?: string }) {
  const answer = await market.request('POST', '/api/auth/step-up', { as: member, body });
  member.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? member.cookie;
  return answer;
}
