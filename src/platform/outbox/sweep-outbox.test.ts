import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Live, startLive, thingChanged } from '#testing/live.ts';
import { defaultLimits } from '../realtime/protocol/limits.ts';
import { outboxWindow, sweepOutbox } from './sweep-outbox.ts';

let live: Live;
beforeAll(async () => {
  live = await startLive();
});
afterAll(() => live.close());

const readState = async () => {
  const { rows } = await live.platform.pool.query<{ oldest: number; n: number; last: number }>(
    'select min(position) as oldest, count(*) as n, (select last_position from outbox_relay) as last from outbox_event',
  );
  return rows[0] ?? { oldest: 0, n: 0, last: 0 };
};

/** Inserts events that were published some time ago. */
async function past(events: number, agoMs: number): Promise<void> {
  await live.platform.pool.query(
    `insert into outbox_event (kind, subject, version, topics, data, at)
     select 'thing.changed', 'past', n, '{thing:past}', '{}', $2 from generate_series(1, $1::int) n`,
    [events, new Date(live.clock.now().getTime() - agoMs)],
  );
  await live.publish();
}

test('the sweep keeps the newest events and all of the last minutes, and a browser at the end of the resume window misses nothing', async () => {
  expect(outboxWindow.events).toBeGreaterThanOrEqual(2 * defaultLimits.resumeWindow);
  await past(outboxWindow.events + 7_000, outboxWindow.ms + 1);
  expect(await sweepOutbox(live.platform)).toBe(7_000);
  const { oldest, n, last } = await readState();
  expect([n, last - oldest + 1]).toEqual([outboxWindow.events, outboxWindow.events]);
  expect(await sweepOutbox(live.platform)).toBe(0);

  const client = await live.connect();
  expect(await client.hello({ lastEventId: last - defaultLimits.resumeWindow })).toMatchObject({ resumed: true });
  await client.subscribe('t', 'thing', { id: 'past' });
  await client.settled();
  expect(client.events()).toHaveLength(defaultLimits.resumeWindow);
  const late = await live.connect();
  expect(await late.hello({ lastEventId: oldest - 2 })).toMatchObject({ resumed: false });

  // All events of a busy minute stay.
  await past(outboxWindow.events + 100, outboxWindow.ms / 2);
  await sweepOutbox(live.platform);
  expect((await readState()).n).toBe(outboxWindow.events + 100);
});

test('a process that was suspended for longer than the window clears its caches, and its clients reconnect and read again', async () => {
  const client = await live.connect();
  await client.hello();
  await client.subscribe('t', 'thing', { id: 'gap' });
  const gap = vi.fn();
  const stop = live.platform.bus.onGap(gap);
  // As after a long suspension of this process: the unread events are gone.
  await live.platform.pool.query(
    `with moved as (update outbox_relay set last_position = last_position + 50 returning last_position)
     insert into outbox_event (position, kind, subject, version, topics, data, at)
     select last_position, 'thing.changed', 'gap', 9, '{thing:gap}', '{}', now() from moved`,
  );
  expect((await client.closed).code).toBe(1011);
  expect(gap).toHaveBeenCalledOnce();
  stop();
  const again = await live.connect();
  await again.hello();
  await again.subscribe('t', 'thing', { id: 'gap' });
  await live.publish(thingChanged('gap', 10));
  expect(await again.frame({ type: 'event' })).toMatchObject({ data: { version: 10 } });
});
