import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Live, startLive, thingChanged } from '#testing/live.ts';
import { openLivePage, type PageOptions } from '#testing/live-page.ts';

let live: Live;
beforeAll(async () => {
  live = await startLive();
});
afterAll(() => live.close());

// Not faster: on a busy machine an opening would exceed the ten seconds of the policy and fail.
const page = (options: PageOptions = {}) =>
  openLivePage(live, { since: live.platform.bus.position, viewer: 'ana', speed: 20, ...options });
const ana = (sessionId: string, via: 'cookie' | 'bearer' = 'cookie') => ({
  id: 'ana',
  role: 'member' as const,
  via,
  sessionId,
  signedInAt: new Date(),
});
const orderOf = (id: string) => ({ kind: 'order.changed', subject: 'o', version: 1, topics: [`user:${id}`] });
/** The end of the old session, as a change of the sign-in method publishes it. */
const renewal = (sessionId: string) => ({
  kind: 'session.ended',
  subject: sessionId,
  version: 0,
  topics: [`session:${sessionId}`],
  data: { userId: 'ana', renewed: true },
});

beforeEach(() => live.people.clear());

describe('a session that continues under another cookie', () => {
  test('its own page reconnects at once without an alert and misses no event', async () => {
    live.people.set('sid=old', ana('old'));
    let cookie = 'sid=old';
    const { client, follow, received, alerts, cleared, ended, settled, until, end } = page({ cookie: () => cookie });
    follow('mine');
    client.want(true);
    await settled();
    alerts.length = 0;
    live.people.delete('sid=old');
    live.people.set('sid=new', ana('new'));
    cookie = 'sid=new';
    await live.publish(renewal('old'), thingChanged('mine', 1));
    await until(() => received.length > 0);
    expect(received).toEqual(['mine:1']);
    expect(alerts).toEqual(['connecting', 'connected']);
    expect([cleared(), ended()]).toEqual([0, 0]);
    end();
  });

  test('the page waits for an answer that sets the new cookie late, and never subscribes as a visitor', async () => {
    live.people.set('sid=old', ana('old'));
    let cookie = 'sid=old';
    let seen = 0;
    const { client, received, sockets, alerts, ended, settled, until, end } = page({ cookie: () => cookie });
    client.subscribe('me', {}, { onEvent: ({ kind }) => received.push(kind), onGap: () => received.push('gap') });
    client.want(true);
    await settled();
    alerts.length = 0;
    live.people.delete('sid=old');
    live.people.set('sid=new', ana('new'));
    await live.publish(renewal('old'));
    // The line that opens before the answer carries the dead cookie.
    await until(() => sockets.length === 2);
    seen = sockets.length;
    cookie = 'sid=new';
    await until(() => sockets.length > seen && client.alert().state === 'connected');
    await live.publish(orderOf('ana'));
    await until(() => received.includes('order.changed'));
    expect(alerts.filter((state) => state.endsWith('shown'))).toEqual([]);
    expect(ended()).toBe(0);
    end();
  });

  test('with the channel on another host a token of the new session is fetched at once', async () => {
    live.people.set('Bearer t1', ana('old', 'bearer'));
    live.people.set('Bearer t3', ana('new', 'bearer'));
    // The first request after the renewal still carries the dead cookie.
    const answers: ({ token: string } | number)[] = [{ token: 't1' }, 401, { token: 't3' }];
    let fetches = 0;
    const fetchToken = async () => {
      fetches++;
      return answers.shift() ?? 500;
    };
    const { client, received, sent, alerts, settled, until, end } = page({ fetchToken });
    client.subscribe('me', {}, { onEvent: ({ kind }) => received.push(kind), onGap: () => received.push('gap') });
    client.want(true);
    await settled();
    alerts.length = 0;
    live.people.delete('Bearer t1');
    await live.publish(renewal('old'));
    await until(() => sent.some(({ token }) => token === 't3') && client.alert().state === 'connected');
    await live.publish(orderOf('ana'));
    await until(() => received.includes('order.changed'));
    expect(fetches).toBe(3);
    expect(alerts.filter((state) => state.endsWith('shown'))).toEqual([]);
    end();
  });
});

describe('a session that ended while the page was disconnected', () => {
  test('[ST-12] by cookie: the page is notified, clears its cache, and does not subscribe as a visitor', async () => {
    live.people.set('sid=ana', ana('s'));
    const { client, follow, received, sockets, cleared, ended, settled, until, end } = page({
      cookie: () => 'sid=ana',
    });
    follow('mine');
    client.want(true);
    await settled();
    client.network(false);
    live.people.delete('sid=ana');
    client.network(true);
    await until(() => ended() === 1);
    expect(cleared()).toBe(1);
    expect(client.alert().state).not.toBe('connected');
    // The page then finds out that it is signed out.
    client.restart(null);
    await until(() => client.alert().state === 'connected' && received.includes('gap mine'));
    expect(sockets.length).toBeLessThan(5);
    end();
  });

  test('[LI-03] by token: an answer "signed out" notifies the page', async () => {
    live.people.set('Bearer t1', ana('s', 'bearer'));
    const answers: ({ token: string } | number)[] = [{ token: 't1' }];
    const { client, sockets, ended, settled, until, end } = page({ fetchToken: async () => answers.shift() ?? 401 });
    client.want(true);
    await settled();
    live.people.delete('Bearer t1');
    sockets[0]?.terminate();
    await until(() => ended() > 0);
    end();
  });

  test('[LI-03] [ST-12] a token that expired while the device slept is replaced', async () => {
    live.people.set('Bearer t1', ana('s', 'bearer'));
    let fetches = 0;
    const { client, sent, sockets, settled, until, end } = page({
      fetchToken: async () => ({ token: `t${++fetches}` }),
    });
    client.want(true);
    await settled();
    // An hour that this browser's monotonic clock has not counted.
    live.people.delete('Bearer t1');
    live.people.set('Bearer t2', ana('s', 'bearer'));
    sockets[0]?.terminate();
    await until(() => sent.some(({ token }) => token === 't2') && client.alert().state === 'connected');
    // A refused token is never sent again.
    expect(sent.filter(({ token }) => token === 't1')).toHaveLength(2);
    end();
  });
});
