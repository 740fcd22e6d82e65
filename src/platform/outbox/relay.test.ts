import { expect, inject, test } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import type { Wire } from '#platform/wire/wire.ts';
import { openLine } from '#testing/line.ts';
import { createTestDatabase } from '#testing/test-database.ts';
import { Bus } from './bus.ts';
import { startRelay } from './relay.ts';

/** One that carries all the time and brings no word. */
const wire: Wire = {
  kind: 'none',
  id: 'me',
  isUp: true,
  say: () => {},
  hear: () => () => {},
  onChange: () => () => {},
  others: () => [],
  open: async () => {},
  close: async () => {},
};

test('[B-03] a process hears again when its connection to the database died without a word and new ones get through', async () => {
  const database = await createTestDatabase(inject('databaseServer'));
  const way = await openLine(database.url);
  const through = new URL(database.url);
  through.host = new URL(way.url).host;
  const bus = new Bus();
  const relay = await startRelay({ databaseUrl: through.href, bus, wire, log: createLog('silent') });
  const untilHears = (hears: boolean) => expect.poll(() => bus.hears, { timeout: 20_000 }).toBe(hears);
  try {
    await untilHears(true);
    way.freeze();
    way.thaw();
    await untilHears(false);
    await untilHears(true);
  } finally {
    // Its sockets first: a connection that is never answered would else hold the end up.
    await way.close();
    await relay.close();
    await database.drop();
  }
});
