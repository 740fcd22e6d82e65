import { EventEmitter, once } from 'node:events';
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

/**
 * Lets several requests at a time go on in one member's session: who is turned away because a confirmation beside it
 * has just renewed that session waits for its answer and asks again.
 */
export function inOneSession<A>(setCookiesOf: (answer: A) => readonly string[], isTurnedAway: (answer: A) => boolean) {
  const answered = new EventEmitter().setMaxListeners(0);
  let underWay = 0;
  return async (member: TestMember, send: () => Promise<A>): Promise<A> => {
    for (;;) {
      const { cookie } = member;
      underWay++;
      const answer = await send();
      underWay--;
      followSession(member, setCookiesOf(answer));
      answered.emit('one');
      if (!isTurnedAway(answer)) return answer;
      while (member.cookie === cookie && underWay > 0) await once(answered, 'one');
      if (member.cookie === cookie) return answer;
    }
  };
}
