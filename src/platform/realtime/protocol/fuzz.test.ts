import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Live, startLive } from '#testing/live.ts';

let live: Live;
beforeAll(async () => {
  live = await startLive();
});
afterAll(() => live.close());

const word = fc.constantFrom(
  'hello',
  'subscribe',
  'unsubscribe',
  'ping',
  'thing',
  'me',
  '__proto__',
  'constructor',
  'toString',
  '',
  'x'.repeat(500),
);
const wild = fc.oneof(
  fc.record(
    {
      type: word,
      id: fc.oneof(word, fc.jsonValue()),
      query: fc.oneof(word, fc.jsonValue()),
      params: fc.jsonValue(),
      lastEventId: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.record({
    type: fc.constant('subscribe'),
    id: fc.string(),
    query: word,
    params: fc.dictionary(fc.string(), fc.string()),
    lastEventId: fc.maxSafeNat(),
  }),
  fc.record(
    {
      type: fc.constant('hello'),
      token: fc.string(),
      lastEventId: fc.oneof(fc.maxSafeNat(), fc.double(), fc.string()),
    },
    { requiredKeys: ['type'] },
  ),
);
const message = fc.oneof(
  wild.map((frame) => JSON.stringify(frame)),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);

/** `LIVE_FUZZ=100000` runs for longer. */
const runs = Number(process.env.LIVE_FUZZ ?? 150);

test(
  'the server answers any input or ends the connection, and stays up',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(message, { maxLength: 25 }), async (polite, messages) => {
        const client = await live.connect();
        if (polite) await client.hello();
        for (const text of messages) client.socket.send(text);
        client.send({ type: 'ping' });
        await Promise.race([client.closed, client.frame({ type: 'pong' })]);
        for (const frame of client.frames) expect(frame).toHaveProperty('type');
        client.cut();
      }),
      { numRuns: runs, seed: Number(process.env.LIVE_FUZZ_SEED ?? 3) },
    );
    const honest = await live.connect();
    await honest.hello();
    expect(await honest.subscribe('t', 'thing', { id: '1' })).toMatchObject({ type: 'subscribed' });
    expect(live.realtime.stats().ended.unavailable).toBe(0);
  },
  20_000 + runs * 50,
);
