import type { TestMarket, TestMember } from './server.ts';

/** Goes on with the session that an answer brings, as a browser does: whoever confirms goes on as a new one. */
export function followSession(member: Pick<TestMember, 'cookie'>, setCookies: readonly string[]): void {
  const renewed = setCookies.find((line) => /^sleeved_session=[^;]/.test(line));
  if (renewed) member.cookie = renewed.split(';')[0] ?? member.cookie;
}

/** Confirms who this is, and goes on with the session of the answer. */
export async function confirmAs(market: TestMarket, member: TestMember, body: { password?: string; code?: string }) {
  const answer = await market.request('POST', '/api/auth/step-up', { as: member, body });
  followSession(member, answer.headers.getSetCookie());
  return answer;
}
