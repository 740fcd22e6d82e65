import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, type Live, startLive, thingChanged } from '#testing/live.ts';
import { ownClock } from '#testing/own-clock.ts';
import { createLiveClient } from '../client/client.ts';
import type { LiveClient } from '../client/client-options.ts';

let live: Live;
beforeAll(async () => {
  live = await startLive();
});
afterAll(() => live.close());

const versions = (client: Client, subscription = 't') =>
  client
    .events()
    .filter((event) => event.subscription === subscription)
    .map(({ data }) => data.version);

/** Hears `told` events of a thing, breaks off, and answers the last event id. */
async function receiveAndLeave(on: Live, thing: string): Promise<number> {
  const client = await on.connect();
  await client.hello();
  await client.subscribe('t', 'thing', { id: thing });
  await on.publish(thingChanged(thing, 1));
  const { eventId } = await client.frame<{ eventId: number }>({ type: 'event' });
  client.cut();
  await client.closed;
  return eventId;
}

describe('resume', () => {
  test('tells each missed event once, in order, before what comes next, and only on what is asked for again', async () => {
    const lastEventId = await receiveAndLeave(live, 'a');
    await live.publish(thingChanged('a', 2), thingChanged('b', 1));
    await live.publish(thingChanged('a', 3, ['thing:other']));
    const client = await live.connect();
    expect(await client.hello({ lastEventId })).toMatchObject({ resumed: true });
    await client.subscribe('t', 'thing', { id: 'a' });
    await live.publish(thingChanged('a', 4));
    await client.settled();
    expect(versions(client)).toEqual([2, 3, 4]);
    const ids = client.events().map(({ eventId }) => eventId);
    expect(ids).toEqual([...ids].sort((x, y) => x - y));
  });

  test('takes the position as digits too, and counts the hello once for a query', async () => {
    const lastEventId = await receiveAndLeave(live, 'twice');
    await live.publish(thingChanged('twice', 2));
    const client = await live.connect();
    await client.hello({ lastEventId: String(lastEventId) });
    await client.subscribe('t', 'thing', { id: 'twice' });
    client.send({ type: 'unsubscribe', id: 't' });
    client.send({ type: 'subscribe', id: 'again', query: 'thing', params: { id: 'twice' } });
    await client.settled();
    expect(client.events().map(({ subscription }) => subscription)).toEqual(['t']);
  });

  test('each subscription may name a position of its own', async () => {
    const lastEventId = await receiveAndLeave(live, 'own');
    await live.publish(thingChanged('own', 2));
    await live.publish(thingChanged('own', 3));
    const client = await live.connect();
    await client.hello();
    expect(await client.subscribe('t', 'thing', { id: 'own' }, lastEventId + 1)).toMatchObject({
      type: 'subscribed',
      resumed: true,
    });
    await client.settled();
    expect(versions(client)).toEqual([3]);
  });

  test('says so where it can no longer tell everything: too far back, pruned, or from a future that was not', async () => {
    const small = await startLive({ resumeWindow: 3, recentEvents: 1 });
    const lastEventId = await receiveAndLeave(small, 'a');
    const welcome = async (from: number) => {
      const client = await small.connect();
      const { resumed } = await client.hello({ lastEventId: from });
      await client.subscribe('t', 'thing', { id: 'a' }, from);
      await client.settled();
      return { resumed, told: versions(client) };
    };
    for (let version = 2; version <= 4; version++) await small.publish(thingChanged('a', version));
    expect(await welcome(lastEventId)).toEqual({ resumed: true, told: [2, 3, 4] });
    expect(await welcome(lastEventId + 1_000)).toEqual({ resumed: false, told: [] });
    await small.publish(thingChanged('a', 5));
    expect(await welcome(lastEventId)).toEqual({ resumed: false, told: [] });
    expect(await welcome(lastEventId + 1)).toEqual({ resumed: true, told: [3, 4, 5] });
    await small.platform.pool.query('delete from outbox_event where position <= $1', [lastEventId + 2]);
    expect(await welcome(lastEventId + 1)).toEqual({ resumed: false, told: [] });
    expect(await welcome(lastEventId + 2)).toEqual({ resumed: true, told: [4, 5] });
    await small.close();
  });

  test('a long backlog from the database meets the live feed without gap or double', async () => {
    const paged = await startLive({ recentEvents: 1, backlogPage: 7 });
    const lastEventId = await receiveAndLeave(paged, 'a');
    for (let batch = 0; batch < 10; batch++) {
      await paged.commit(...Array.from({ length: 50 }, (_, i) => thingChanged('a', 2 + batch * 50 + i)));
    }
    await paged.publish();
    const clients = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const client = await paged.connect();
        client.send({ type: 'hello', lastEventId });
        client.send({ type: 'subscribe', id: 't', query: 'thing', params: { id: 'a' } });
        return client;
      }),
    );
    for (let version = 502; version <= 560; version++) await paged.publish(thingChanged('a', version));
    for (const client of clients) {
      await client.settled();
      expect(versions(client)).toEqual(Array.from({ length: 559 }, (_, i) => i + 2));
    }
    await paged.close();
  });

  test('works at another process, which may be behind, and after the server came back', async () => {
    const second = await startLive({}, live);
    const lastEventId = await receiveAndLeave(live, 'moved');
    await second.publish(thingChanged('moved', 2));
    const there = await second.connect();
    expect(await there.hello({ lastEventId })).toMatchObject({ resumed: true });
    await there.subscribe('t', 'thing', { id: 'moved' });
    await second.publish(thingChanged('moved', 3));
    await there.settled();
    expect(versions(there)).toEqual([2, 3]);
    await second.close();
    await live.publish(thingChanged('moved', 4));
    const third = await startLive({}, live);
    const back = await third.connect();
    await back.hello({ lastEventId: lastEventId + 2 });
    await back.subscribe('t', 'thing', { id: 'moved' });
    await back.settled();
    expect(versions(back)).toEqual([4]);
    await third.close();
  });
});

/** Repeatable, so that a failure can be looked at. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `LIVE_SCALE=10` makes it ten times as long. */
const scale = Number(process.env.LIVE_SCALE ?? 1);
const sockets = 200;
const cuts = 1_000 * scale;
const things = 40;
/**
 * How many times as fast as the policy thinks. Not faster: an opening that takes over ten seconds of its time has
 * failed.
 */
const speed = 25;

test(
  `${sockets} browsers, ${cuts} forced disconnects, two processes: every event once and in order`,
  async () => {
    const random = seeded(7);
    const clock = ownClock(speed);
    const second = await startLive({ recentEvents: 50 }, live);
    const start =
      (await live.platform.pool.query<{ at: number }>('select last_position as at from outbox_relay')).rows[0]?.at ?? 0;
    const open = new Set<WebSocket>();
    const raw = new Set<string>();
    let onOpen = () => {};
    /**
     * Most are back. Cut without a pause, all would end in the long rests of LI-09, and nobody would be there to be
     * cut.
     */
    const mostAreBack = () =>
      new Promise<void>((resolve) => {
        onOpen = () => open.size >= sockets * 0.75 && resolve();
        onOpen();
      });
    let doubles = 0;
    let gaps = 0;
    let left = 0;
    const clients: LiveClient[] = [];
    const received: Map<string, number[]>[] = [];
    const notified = new Map<string, number>();

    for (let n = 0; n < sockets; n++) {
      // A reconnecting client may reach either process.
      class Line extends WebSocket {
        /**
         * Given up by the client, as one that did not answer in time: what still comes on it counts for nothing, and
         * comes again.
         */
        isLeft = false;
        constructor() {
          super(random() < 0.5 ? live.url : second.url);
          this.on('error', () => {});
          this.on('open', () => {
            open.add(this);
            onOpen();
          });
          this.on('close', () => open.delete(this));
          this.on('message', (data) => {
            const frame = JSON.parse(String(data));
            if (frame.type !== 'event' || this.isLeft) return;
            const key = `${n} ${frame.subscription} ${frame.eventId}`;
            if (raw.has(key)) doubles++;
            raw.add(key);
          });
        }
        override close(): void {
          this.isLeft = true;
          super.close();
        }
      }
      const client = createLiveClient({
        url: live.url,
        since: start,
        WebSocket: Line as unknown as new (url: string) => globalThis.WebSocket,
        random,
        now: clock.now,
        setTimer: clock.setTimer,
      });
      const mine = new Map<string, number[]>();
      for (const step of [0, 13, 26]) {
        const thing = `x${(n + step) % things}`;
        const list: number[] = [];
        mine.set(thing, list);
        client.subscribe(
          'thing',
          { id: thing },
          { onEvent: ({ data }) => list.push(data.version), onGap: () => gaps++ },
        );
      }
      client.want(true);
      clients.push(client);
      received.push(mine);
    }

    for (let done = 0, step = 0; done < cuts; step++) {
      if (step % 10 === 0) await mostAreBack();
      const events = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
        const thing = `x${Math.floor(random() * things)}`;
        const version = (notified.get(thing) ?? 0) + 1;
        notified.set(thing, version);
        return thingChanged(thing, version);
      });
      await (random() < 0.5 ? live : second).commit(...events);
      for (const line of [...open]) {
        if (done >= cuts || random() > 0.03) continue;
        line.terminate();
        done++;
      }
    }
    await live.publish();
    for (const [n, mine] of received.entries()) {
      for (const [thing, list] of mine) {
        // A client in a long rest comes back by its own clock, which stands while the processor is given to others.
        await expect
          .poll(() => list.length, { timeout: 120_000, message: `client ${n}, ${thing}` })
          .toBeGreaterThanOrEqual(notified.get(thing) ?? 0);
        expect(list).toEqual(Array.from({ length: notified.get(thing) ?? 0 }, (_, i) => i + 1));
        left += list.length;
      }
    }
    expect({ doubles, gaps, frames: raw.size }).toEqual({ doubles: 0, gaps: 0, frames: left });
    for (const client of clients) client.want(false);
    for (const line of open) line.terminate();
    clock.stop();
    await second.close();
  },
  180_000 * scale,
);
