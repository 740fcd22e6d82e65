import { connect as dial } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type Live, startLive, thingChanged } from '#testing/live.ts';
import { ownClock } from '#testing/own-clock.ts';
import type { Actor } from '../../identity/sessions/actor.ts';
import { defaultLimits } from '../protocol/limits.ts';

const ana: Actor = { id: 'ana', role: 'member', via: 'cookie', sessionId: 'session1', signedInAt: new Date() };
let live: Live;

beforeAll(async () => {
  live = await startLive({ perAddress: 3 });
  live.people.set('sid=ana', ana);
  live.people.set('Bearer good', { ...ana, via: 'bearer', sessionId: 'session2' });
});
afterAll(() => live.close());

async function greeted(options?: Parameters<Live['connect']>[0]): Promise<Client> {
  const client = await live.connect(options);
  await client.hello();
  return client;
}

/** Asked until the server has heard that another line is gone: however long a busy machine takes for that. */
const untilLetIn = (connect: () => Promise<unknown>) =>
  expect
    .poll(
      () =>
        connect().then(
          () => true,
          () => false,
        ),
      { timeout: 25_000 },
    )
    .toBe(true);

describe('admission', () => {
  test('a page of another origin is refused, our own and a program without one are not', async () => {
    await expect(live.connect({ origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(live.connect({ origin: 'null' })).rejects.toThrow('403');
    await greeted({ origin: `http://127.0.0.1:${live.port}` });
    await greeted();
  });

  test('an address has a bounded number of connections, and a closed one makes room', async () => {
    const address = '203.0.113.9';
    const clients = [await greeted({ address }), await greeted({ address }), await greeted({ address })];
    await expect(live.connect({ address })).rejects.toThrow('429');
    await greeted({ address: '203.0.113.10' });
    clients[0]?.cut();
    await clients[0]?.closed;
    await untilLetIn(() => greeted({ address }));
  });

  test('the addresses of one IPv6 network count together, and what a client claims counts for nothing', async () => {
    const open = [];
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3:4:5:6'])
      open.push(await greeted({ address }));
    await expect(live.connect({ address: '2001:db8:1:2::9' })).rejects.toThrow('429');
    await greeted({ address: '2001:db8:1:3::1' });
    await expect(live.connect({ address: '9.9.9.9, 2001:db8:1:2::7' })).rejects.toThrow('429');
    for (const client of open) client.cut();
    for (const address of ['no address', '::::', '1.2.3.4.5', '127.0.0.1, 127.0.0.1', 'fe80::1%eth0'])
      await greeted({ address });
  });

  test('a full server says so at the door, and pages keep their files', async () => {
    const small = await startLive({ connections: 2 });
    const first = await small.connect();
    await small.connect();
    await expect(small.connect()).rejects.toThrow('503');
    first.cut();
    await untilLetIn(() => small.connect());
    await small.close();
  });

  test('another path on the server is no channel', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = dial(live.port, '127.0.0.1', () =>
        socket.write(
          'GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
        ),
      );
      socket.once('data', (data) => resolve(String(data)));
    });
    expect(answer).toContain('404');
  });
});

describe('hello', () => {
  test('comes first, or the connection ends', async () => {
    const client = await live.connect();
    client.send({ type: 'subscribe', id: 'a', query: 'thing', params: { id: '1' } });
    expect(await client.frame({ type: 'error' })).toMatchObject({ code: 'bad_request' });
    expect(await client.closed).toMatchObject({ code: 4400 });
  });

  test('comes in time, or the connection ends; the product waits five seconds', async () => {
    expect(defaultLimits.helloMs).toBe(5_000);
    const hasty = await startLive({ helloMs: 50 });
    const client = await hasty.connect();
    expect(await client.frame({ type: 'error' })).toMatchObject({ code: 'hello_timeout' });
    expect(await client.closed).toMatchObject({ code: 4408 });
    await hasty.close();
  });

  test('is answered with the time of the market', async () => {
    const client = await live.connect();
    const asked = live.clock.now();
    const welcome = await client.hello();
    expect(welcome).toMatchObject({ type: 'welcome', resumed: false });
    expect(Date.parse(welcome.serverTime)).toBeGreaterThanOrEqual(asked.getTime());
    expect(Date.parse(welcome.serverTime)).toBeLessThanOrEqual(live.clock.now().getTime());
  });

  test('with a token that is not good is refused', async () => {
    const client = await live.connect();
    client.send({ type: 'hello', token: 'stolen' });
    expect(await client.frame({ type: 'error' })).toMatchObject({ code: 'token_refused' });
    expect(await client.closed).toMatchObject({ code: 4403 });
  });

  test('[LI-03] a later one with a new token of the same member lets a visit go on past the first token', async () => {
    const quick = await startLive({ sessionCheckMs: 20 });
    const bearer: Actor = { ...ana, via: 'bearer' };
    quick.people.set('Bearer first', bearer);
    quick.people.set('Bearer second', bearer);
    quick.people.set('Bearer foreign', { ...bearer, id: 'bob' });
    const client = await quick.connect();
    await client.hello({ token: 'first' });
    client.send({ type: 'hello', token: 'foreign' });
    expect(await client.frame({ type: 'error' })).toMatchObject({ code: 'bad_frame' });
    client.send({ type: 'hello', token: 'second' });
    await client.settled();
    quick.people.delete('Bearer first');
    await client.subscribe('me', 'me');
    for (let i = 0; i < 20; i++)
      await quick.publish({ kind: 'counters.changed', subject: 'ana', version: i, topics: ['user:ana'] });
    await client.settled();
    expect(client.events()).toHaveLength(20);
    quick.people.delete('Bearer second');
    expect(await client.closed).toMatchObject({ code: 4401 });
    await quick.close();
  });

  test('a second one changes nothing', async () => {
    const client = await greeted();
    client.send({ type: 'hello', token: 'good' });
    expect(await client.frame({ type: 'error' })).toMatchObject({ code: 'bad_frame' });
    expect(await client.subscribe('me', 'me')).toMatchObject({ code: 'not_signed_in' });
  });
});

describe('subscriptions', () => {
  test('a visitor hears of a thing, with id and version alone', async () => {
    const client = await greeted();
    expect(await client.subscribe('t', 'thing', { id: '1' })).toMatchObject({ type: 'subscribed', id: 't' });
    await live.publish({ ...thingChanged('1', 7), data: { price: 1 } }, thingChanged('2', 1));
    const event = await client.frame({ type: 'event' });
    expect(event).toEqual({
      type: 'event',
      eventId: expect.any(Number),
      subscription: 't',
      kind: 'thing.changed',
      data: { id: '1', version: 7 },
    });
    await client.settled();
    expect(client.events()).toHaveLength(1);
  });

  test('what a room lets through is carried, and cannot replace id and version', async () => {
    const client = await greeted();
    await client.subscribe('t', 'thing', { id: 'talk' });
    await live.publish({
      kind: 'thing.said',
      subject: 'talk',
      version: 3,
      topics: ['thing:talk'],
      data: { text: 'hello', id: 'x', hidden: 1 },
    });
    expect(await client.frame({ type: 'event' })).toMatchObject({ data: { id: 'talk', version: 3, text: 'hello' } });
    expect(JSON.stringify(client.events())).not.toContain('hidden');
  });

  test('a room that fails to present an event costs it what it carries, and stops nothing', async () => {
    const client = await greeted();
    await client.subscribe('t', 'thing', { id: 'frail' });
    await live.publish(
      { kind: 'thing.failed', subject: 'frail', version: 1, topics: ['thing:frail'] },
      thingChanged('frail', 2),
    );
    await client.settled();
    expect(client.events().map(({ data }) => data)).toEqual([
      { id: 'frail', version: 1 },
      { id: 'frail', version: 2 },
    ]);
  });

  test('an event on two topics of one listener comes once, and once to each of two listeners', async () => {
    const client = await greeted({ cookie: 'sid=ana' });
    await client.subscribe('a', 'me');
    await client.subscribe('b', 'pair', { a: 'both', b: 'other' });
    await live.publish(thingChanged('both', 1, ['user:ana', 'thing:other']));
    await client.settled();
    expect(
      client
        .events()
        .map(({ subscription }) => subscription)
        .sort(),
    ).toEqual(['a', 'b']);
  });

  test('[UI-07] a visitor has no "me", a member hears only of himself, by cookie and by token', async () => {
    const visitor = await greeted();
    expect(await visitor.subscribe('me', 'me')).toMatchObject({ type: 'error', id: 'me', code: 'not_signed_in' });
    const member = await greeted({ cookie: 'sid=ana' });
    await member.subscribe('me', 'me');
    const bearer = await live.connect();
    await bearer.hello({ token: 'good' });
    await bearer.subscribe('me', 'me');
    await live.publish(
      { kind: 'counters.changed', subject: 'ana', version: 0, topics: ['user:ana'] },
      { kind: 'counters.changed', subject: 'bob', version: 0, topics: ['user:bob'] },
    );
    await member.settled();
    await bearer.settled();
    for (const client of [member, bearer]) expect(client.events().map(({ data }) => data.id)).toEqual(['ana']);
  });

  test('what a viewer may not hear is refused by the room, and an unknown query by the channel', async () => {
    const client = await greeted();
    expect(await client.subscribe('s', 'thing', { id: 'secret1' })).toMatchObject({
      type: 'error',
      code: 'not_found',
      message: 'There is no such thing.',
    });
    expect(await client.subscribe('u', 'constructor')).toMatchObject({ type: 'error', code: 'unknown_query' });
    await live.publish(thingChanged('secret1', 1));
    await client.settled();
    expect(client.events()).toEqual([]);
  });

  test('[LI-06] the eleventh is one too many, until another ends', async () => {
    const client = await greeted();
    for (let i = 1; i <= 10; i++)
      expect(await client.subscribe(`t${i}`, 'thing', { id: `n${i}` })).toMatchObject({ type: 'subscribed' });
    expect(await client.subscribe('t11', 'thing', { id: 'n11' })).toMatchObject({
      type: 'error',
      id: 't11',
      code: 'too_many_listeners',
    });
    client.send({ type: 'unsubscribe', id: 't1' });
    client.send({ type: 'subscribe', id: 't12', query: 'thing', params: { id: 'n12' } });
    await client.frame({ type: 'subscribed', id: 't12' });
    await live.publish(thingChanged('n1', 1), thingChanged('n11', 1), thingChanged('n12', 1));
    await client.settled();
    expect(client.events().map(({ data }) => data.id)).toEqual(['n12']);
  });

  test('one id is one subscription', async () => {
    const client = await greeted();
    await client.subscribe('t', 'thing', { id: '1' });
    expect(await client.subscribe('t', 'thing', { id: '2' })).toMatchObject({ type: 'subscribed' });
    expect(await client.frame({ type: 'error', id: 't' })).toMatchObject({ code: 'already_subscribed' });
  });

  test('[LI-09] a listener of over an hour is removed, and its client is told', async () => {
    const client = await greeted();
    await client.subscribe('old', 'thing', { id: 'old' });
    live.clock.advance(59 * 60_000);
    await client.subscribe('new', 'thing', { id: 'new' });
    live.clock.advance(2 * 60_000);
    live.realtime.removeOldListeners();
    expect(await client.frame({ type: 'error' })).toMatchObject({ id: 'old', code: 'listener_expired' });
    await live.publish(thingChanged('old', 1), thingChanged('new', 1));
    await client.settled();
    expect(client.events().map(({ data }) => data.id)).toEqual(['new']);
  });
});

describe('sessions', () => {
  test('a session that ends closes its connections within a second, by cookie and by token, and no others', async () => {
    const other = await greeted({ cookie: 'sid=ana' });
    live.people.set('sid=phone', { ...ana, sessionId: 'phone' });
    live.people.set('Bearer phone', { ...ana, via: 'bearer', sessionId: 'phone' });
    const byCookie = await greeted({ cookie: 'sid=phone' });
    const byToken = await live.connect();
    await byToken.hello({ token: 'phone' });
    await live.publish({ kind: 'session.ended', subject: 'phone', version: 0, topics: ['session:phone'] });
    // A second of the process's own: what the machine gives to others meanwhile is none of it.
    const clock = ownClock(1);
    for (const client of [byCookie, byToken])
      expect(await client.closed).toEqual({ code: 4401, reason: 'session_ended' });
    expect(clock.now()).toBeLessThan(1_000);
    clock.stop();
    await other.settled();
  });

  test('a session that ended without a word is found out by the schedule', async () => {
    const quick = await startLive({ sessionCheckMs: 20 });
    quick.people.set('sid=ana', ana);
    const client = await quick.connect({ cookie: 'sid=ana' });
    await client.hello();
    quick.people.delete('sid=ana');
    expect(await client.closed).toMatchObject({ code: 4401 });
    await quick.close();
  });
});
