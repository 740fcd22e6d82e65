import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, type Live, startLive } from '#testing/live.ts';

let live: Live;

beforeAll(async () => {
  live = await startLive({ perAddress: 3 });
});
afterAll(() => live.close());

async function greeted(): Promise<Client> {
  const client = await live.connect();
  await client.hello();
  return client;
}

describe('hostile frames', () => {
  test.each([
    ['text that is no JSON', 'nonsense'],
    ['a number', '7'],
    ['an unknown type', '{"type":"shout"}'],
    ['a field too many', '{"type":"ping","more":1}'],
    ['a query that is no text', '{"type":"subscribe","id":"a","query":7}'],
    ['a parameter that is no text', '{"type":"subscribe","id":"a","query":"thing","params":{"id":{"$ne":1}}}'],
    ['a position below zero', '{"type":"subscribe","id":"a","query":"thing","lastEventId":-1}'],
    ['a prototype', '{"type":"subscribe","id":"a","query":"thing","params":{"__proto__":{"id":"1"}}}'],
  ])('%s is refused in words and the connection goes on', async (_name, text) => {
    const client = await greeted();
    client.socket.send(text);
    client.send({ type: 'ping' });
    await client.frame({ type: 'pong' });
    const error = client.frames.find((frame) => frame.type === 'error');
    if (text.includes('__proto__')) expect(client.events()).toEqual([]);
    else expect(error).toMatchObject({ code: 'bad_frame', message: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test('a binary frame is refused', async () => {
    const client = await greeted();
    client.socket.send(Buffer.from('{"type":"ping"}'));
    expect(await client.frame({ type: 'error' })).toMatchObject({ code: 'bad_frame' });
  });

  test('a frame over 16 kB, a megabyte and a message in tiny pieces end the connection', async () => {
    for (const size of [16 * 1024 + 1, 1024 * 1024]) {
      const client = await greeted();
      client.socket.send('x'.repeat(size));
      expect((await client.closed).code).toBe(1009);
    }
    const client = await greeted();
    for (let i = 0; i < 40; i++) client.socket.send('{', { fin: false });
    expect([1002, 1008, 1009]).toContain((await client.closed).code);
  });

  test('compression is not offered, so nothing can be inflated', async () => {
    const client = await live.connect();
    expect(client.socket.extensions).toBe('');
  });

  test('a flood of frames ends the connection', async () => {
    const client = await greeted();
    for (let i = 0; i < 500; i++) client.send({ type: 'ping' });
    expect(await client.closed).toMatchObject({ code: 4429 });
  });
});

describe('lines', () => {
  test('a reader that has gone silent is dropped by the heartbeat', async () => {
    const quick = await startLive({ heartbeatMs: 300 });
    const client = await quick.connect();
    await client.hello();
    client.socket.pause();
    await expect.poll(() => quick.realtime.stats().sockets, { timeout: 25_000 }).toBe(0);
    client.cut();
    await quick.close();
  });

  test('a reader that does not read is dropped, with bounded memory, and the others go on', async () => {
    const slow = await greeted();
    const quick = await greeted();
    for (const client of [slow, quick]) await client.subscribe('t', 'thing', { id: 'loud' });
    slow.socket.pause();
    const text = 'x'.repeat(64 * 1024);
    const before = live.realtime.stats().ended.slow_consumer;
    let sent = 0;
    while (live.realtime.stats().ended.slow_consumer === before) {
      await live.publish({
        kind: 'thing.said',
        subject: 'loud',
        version: ++sent,
        topics: ['thing:loud'],
        data: { text },
      });
      // A socket's buffers in the kernel take some megabytes before anything waits in ours.
      if (sent > 500) throw new Error('a reader that never reads was fed 32 MB');
    }
    await quick.settled();
    expect(quick.events()).toHaveLength(sent);
    slow.socket.resume();
    await slow.closed;
  });

  test('at the end of the server everyone is told to come back', async () => {
    const ending = await startLive();
    const client = await ending.connect();
    await client.hello();
    await ending.close();
    expect(await client.closed).toEqual({ code: 1001, reason: 'going_away' });
    await expect(ending.connect()).rejects.toThrow();
  });
});
