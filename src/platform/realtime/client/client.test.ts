import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Live, startLive, thingChanged } from '#testing/live.ts';
import { openLivePage, type PageOptions } from '#testing/live-page.ts';

let live: Live;
beforeAll(async () => {
  live = await startLive();
});
afterAll(() => live.close());

const page = (options: PageOptions = {}) => openLivePage(live, options);
const position = () => live.platform.bus.position;

describe('events of a page', () => {
  test('a page receives the events between the reading of its data and its connection, without a gap', async () => {
    const since = position();
    await live.publish(thingChanged('early', 1), thingChanged('else', 1));
    const { client, follow, received, until, end } = page({ since });
    follow('early');
    client.want(true);
    await until(() => received.length > 0);
    await live.publish(thingChanged('early', 2));
    await until(() => received.length > 1);
    expect(received).toEqual(['early:1', 'early:2']);
    end();
  });

  test('a page without the position of its data reloads once', async () => {
    const { client, follow, received, until, end } = page();
    follow('unknown');
    client.want(true);
    await until(() => received.length > 0);
    await live.publish(thingChanged('unknown', 1));
    await until(() => received.length > 1);
    expect(received).toEqual(['gap unknown', 'unknown:1']);
    end();
  });

  test('a page receives the events that occurred while it was being loaded', async () => {
    const { client, follow, received, until, settled, end } = page({ since: position() });
    const leave = follow('first');
    client.want(true);
    await settled();
    client.mark();
    await live.publish(thingChanged('first', 1), thingChanged('second', 1));
    await until(() => received.includes('first:1'));
    leave();
    follow('second');
    await until(() => received.includes('second:1'));
    expect(received).toEqual(['first:1', 'second:1']);
    end();
  });

  test('two components of one query share a listener, and the last unmounted one ends it', async () => {
    const { client, follow, received, sent, settled, until, end } = page({ since: position() });
    const leave = [follow('shared'), follow('shared')];
    client.want(true);
    await settled();
    expect(sent.filter(({ type }) => type === 'subscribe')).toHaveLength(1);
    await live.publish(thingChanged('shared', 1));
    await until(() => received.length === 2);
    leave[0]?.();
    expect(sent.some(({ type }) => type === 'unsubscribe')).toBe(false);
    const held = live.realtime.stats().listeners;
    leave[1]?.();
    await until(() => live.realtime.stats().listeners < held);
    end();
  });

  test('[LI-06] an eleventh query waits for a free listener and misses no event', async () => {
    const { client, follow, received, settled, until, end } = page({ since: position() });
    const leave = Array.from({ length: 11 }, (_, i) => follow(`p${i}`));
    client.want(true);
    await settled();
    await live.publish(thingChanged('p10', 1));
    leave[0]?.();
    await until(() => received.length === 1);
    expect(received).toEqual(['p10:1']);
    expect(live.realtime.stats().listeners).toBe(10);
    end();
  });

  test('[LI-09] a listener that the server removed for its age is subscribed again', async () => {
    const { client, follow, received, sent, settled, until, end } = page({ since: position() });
    follow('aged');
    client.want(true);
    await settled();
    // The subscription is not active yet: the server authorises it first.
    await live.publish(thingChanged('aged', 1));
    await until(() => received.length === 1);
    live.clock.advance(61 * 60_000);
    live.realtime.removeOldListeners();
    await live.publish(thingChanged('aged', 2));
    await until(() => received.length === 2);
    expect(sent.filter(({ type }) => type === 'subscribe')).toHaveLength(2);
    end();
  });

  test('a refused query receives no events and disturbs no other', async () => {
    const { client, follow, received, settled, until, end } = page({ since: position() });
    follow('secret1');
    follow('open');
    client.want(true);
    await settled();
    await live.publish(thingChanged('secret1', 1), thingChanged('open', 1));
    await until(() => received.length > 0);
    expect(received).toEqual(['open:1']);
    end();
  });
});

describe('the connection', () => {
  test('[LI-09] reconnects after a cut and delivers the missed events', async () => {
    const { client, follow, received, sockets, settled, until, end } = page({ since: position() });
    follow('cut');
    client.want(true);
    await settled();
    const states: string[] = [];
    client.onAlert(() => states.push(client.alert().state));
    sockets[0]?.terminate();
    await until(() => client.alert().shown);
    await live.publish(thingChanged('cut', 1));
    await until(() => received.length > 0);
    expect(received).toEqual(['cut:1']);
    expect(states).toEqual(['disconnected', 'connecting', 'connected']);
    end();
  });

  test('[UI-06] a page that needs no connection is disconnected and cleared', async () => {
    const { client, follow, settled, until, cleared, end } = page({ since: position() });
    follow('cleared');
    client.want(true);
    await settled();
    const open = live.realtime.stats().sockets;
    client.want(false);
    await until(() => client.alert().state === 'off');
    await until(() => live.realtime.stats().sockets === open - 1);
    expect(cleared()).toBe(1);
    end();
  });

  test('another member on the page gets another connection without the data of the previous one', async () => {
    let cookie: string | undefined;
    live.people.set('sid=bea', {
      id: 'bea',
      role: 'member',
      via: 'cookie',
      sessionId: 's',
      signedInAt: new Date(),
    });
    const { client, follow, received, sockets, sent, settled, until, end } = page({
      since: position(),
      cookie: () => cookie,
    });
    follow('person');
    client.want(true);
    await settled();
    sent.length = 0;
    cookie = 'sid=bea';
    client.restart('bea');
    await until(() => received.includes('gap person'));
    expect(sockets).toHaveLength(2);
    expect(sent[0]).toEqual({ type: 'hello' });
    expect(client.alert().shown).toBe(false);
    end();
  });

  test('[LI-03] a channel on another host gets a token in the hello, and an unavailable token is a lost connection', async () => {
    live.people.set('Bearer t1', { id: 'ana', role: 'member', via: 'bearer', sessionId: 's', signedInAt: new Date() });
    const answers: ({ token: string } | number)[] = [401, { token: 't1' }];
    const { client, received, sent, settled, until, end } = page({
      since: position(),
      viewer: 'ana',
      fetchToken: async () => answers.shift() ?? 500,
    });
    client.subscribe('me', {}, { onEvent: ({ kind }) => received.push(kind), onGap: () => received.push('gap') });
    client.want(true);
    await until(() => client.alert().shown);
    expect(sent).toEqual([]);
    await settled();
    expect(sent[0]).toMatchObject({ type: 'hello', token: 't1' });
    await live.publish({ kind: 'order.changed', subject: 'o', version: 1, topics: ['user:ana'] });
    await until(() => received.includes('order.changed'));
    end();
  });

  test('[LI-03] [ER-09] calls of a page use the current token; the hello to the page’s own host carries none', async () => {
    live.people.set('sid=ana', { id: 'ana', role: 'member', via: 'cookie', sessionId: 's', signedInAt: new Date() });
    const answers: ({ token: string } | number)[] = [{ token: 't1' }, { token: 't2' }];
    const fetchToken = async () => answers.shift() ?? 500;
    let now = 0;
    const { client, follow, sent, settled, end } = page({
      since: position(),
      viewer: 'ana',
      byCookie: true,
      cookie: () => 'sid=ana',
      fetchToken,
      now: () => now,
    });
    follow('thing');
    client.want(true);
    await settled();
    expect(sent.filter((frame) => 'token' in frame)).toEqual([]);
    expect(await Promise.all([client.token(), client.token()])).toEqual(['t1', 't1']);
    // After a refusal there is no token for half a minute, then a new one.
    expect(await client.token(true)).toBeNull();
    now = 31_000;
    expect(await client.token(true)).toBe('t2');
    expect(await client.token()).toBe('t2');
    client.restart(null);
    expect(await client.token()).toBeNull();
    end();
  });

  test('[ER-09] an answer without a token resets the session of the page', async () => {
    live.people.set('sid=ana', { id: 'ana', role: 'member', via: 'cookie', sessionId: 's', signedInAt: new Date() });
    const fetchToken = async () => 400;
    const { client, cleared, sockets, settled, until, end } = page({
      since: position(),
      viewer: 'ana',
      byCookie: true,
      cookie: () => 'sid=ana',
      fetchToken,
    });
    client.want(true);
    await settled();
    expect(await client.token()).toBeNull();
    await until(() => cleared() === 1 && sockets.length === 2);
    await settled();
    end();
  });

  test('an unmounted page leaves no listener, and may start again', async () => {
    const { client, follow, received, settled, until, end } = page({ since: position() });
    follow('gone');
    client.want(true);
    await settled();
    await until(() => live.realtime.stats().listeners > 0);
    client.stop();
    // Pages of earlier tests may still be closing; in the end there is no listener.
    await until(() => live.realtime.stats().listeners === 0);
    expect(client.alert()).toEqual({ state: 'off', shown: false, busy: false });
    await live.publish(thingChanged('gone', 1));
    client.want(true);
    await until(() => received.length > 0);
    expect(received).toEqual(['gone:1']);
    end();
  });

  test('a token that arrives after the page has stopped opens nothing', async () => {
    let give = (_token: { token: string }) => {};
    const late = new Promise<{ token: string }>((resolve) => {
      give = resolve;
    });
    const { client, sockets, until, end } = page({ since: position(), viewer: 'ana', fetchToken: () => late });
    client.want(true);
    client.network(false);
    give({ token: 'late' });
    await late;
    await new Promise((resolve) => setImmediate(resolve));
    expect(sockets).toEqual([]);
    client.network(true);
    await until(() => sockets.length === 1);
    end();
  });

  test('an invalid address counts as a lost connection', async () => {
    const { client, until, end } = page({ url: 'not an address' });
    client.want(true);
    await until(() => client.alert().state === 'disconnected');
    end();
  });
});

describe('the server’s time', () => {
  test('[AP-08] welcome and pong set the offset of this device’s clock, and a change of less than a second notifies no listener', async () => {
    let slow = 90_000;
    const { client, settled, end, until } = page({
      since: position(),
      deviceTime: () => live.clock.now().getTime() - slow,
    });
    expect(client.serverOffset()).toBeNull();
    const notified: (number | null)[] = [];
    client.onServerOffset(() => notified.push(client.serverOffset()));
    client.want(true);
    await settled();
    expect(client.serverOffset()).toBeGreaterThan(80_000);
    expect(client.serverOffset()).toBeLessThanOrEqual(90_000);
    expect(notified).toHaveLength(1);
    const before = client.serverOffset() ?? 0;
    // This device's clock is set back by an hour: the next pong detects it.
    slow += 3_600_000;
    client.doubt();
    await until(() => notified.length > 1);
    expect((client.serverOffset() ?? 0) - before).toBeGreaterThan(3_590_000);
    end();
  });
});
