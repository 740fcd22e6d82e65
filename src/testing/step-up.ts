import { EventEmitter, once } from 'node:events';
import type { TestMarket, TestMember } from './server.ts';

/** Stores the renewed session of a response, as a browser does: a confirmation renews the session. */
export function followSession(member: Pick<TestMember, 'cookie'>, setCookies: readonly string[]): void {
  const renewed = setCookies.find((line) => /^sleeved_session=[^;]/.test(line));
  if (renewed) member.cookie = renewed.split(';')[0] ?? member.cookie;
}

/** Confirms the member's identity, and stores the renewed session. */
export async function confirmAs(market: TestMarket, member: TestMember, body: { password?: string; code?: string }) {
  const answer = await market.request('POST', '/api/auth/step-up', { as: member, body });
  followSession(member, answer.headers.getSetCookie());
  return answer;
}

/**
 * Lets concurrent requests share one member's session: a request that is rejected because a concurrent confirmation has
 * just renewed the session waits for that response and is sent again.
 */
export function inOneSession<A>(setCookiesOf: (answer: A) => readonly string[], isRejected: (answer: A) => boolean) {
  const answered = new EventEmitter().setMaxListeners(0);
  let pending = 0;
  return async (member: TestMember, send: () => Promise<A>): Promise<A> => {
    for (;;) {
      const { cookie } = member;
      pending++;
      const answer = await send();
      pending--;
      followSession(member, setCookiesOf(answer));
      answered.emit('one');
      if (!isRejected(answer)) return answer;
      while (member.cookie === cookie && pending > 0) await once(answered, 'one');
      if (member.cookie === cookie) return answer;
    }
  };
}
