import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { systemClock } from '#platform/clock/clock.ts';
import { openDatabase } from '#platform/db/db.ts';
import { clientAddresses } from '#platform/http/client-address.ts';
import { proxiesOf } from '#platform/http/trusted-proxies.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { defineEvent } from '#platform/outbox/events.ts';
import { startRelay } from '#platform/outbox/relay.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { createRealtime } from '#platform/realtime/server.ts';
import { createSecurityLog } from '#platform/security-log/security-log.server.ts';
import { wireOf } from '#platform/wire/open.ts';

export type LiveServerMessage = { kind: 'ready'; url: string } | { kind: 'memory'; residentMb: number };
type Order = { kind: 'memory' } | { kind: 'tell'; version: number };

/** The server of `live.ts` in a process of its own: the live channel, its outbox and nothing else. */
const databaseUrl = process.argv[2] ?? '';
const log = createLog('warn');
const { pool, db, close } = openDatabase(databaseUrl, log);
const bus = new Bus();
const wire = wireOf({ redisUrl: process.env.REDIS_URL ?? null, databaseUrl, pool, log });
const server = createServer();
await new Promise<void>((resolve) => server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const config = { appUrl: `http://127.0.0.1:${port}`, mode: 'sandbox' };
const platform = {
  config,
  clients: clientAddresses({ mode: 'sandbox', trusted: proxiesOf([]) }, log),
  log,
  security: createSecurityLog({ log, secret: 'of no market' }),
  clock: systemClock,
  db,
  pool,
  bus,
  wire,
  identity: { resolve: async () => null },
  reactions: new Map(),
} as unknown as Platform;
await wire.open();
const relay = await startRelay({ databaseUrl, bus, wire, log });
const realtime = createRealtime({
  platform,
  channels: {
    thing: {
      described: { params: { id: 'a thing' }, by: 'the bench', kinds: ['thing.changed'] },
      topics: async (_platform, _viewer, { id }) => [`thing:${id}`],
    },
  },
  carries: { 'thing.changed': ({ data }) => ({ at: data.at }) },
  counters: async () => ({}),
});
realtime.attach(server);

const say = (message: LiveServerMessage) => process.send?.(message);
const thingChanged = defineEvent('thing.changed', z.object({ at: z.number() }));

// One after the other, so that versions are in order.
let work = Promise.resolve();
process.on('message', (order: Order) => {
  if (order.kind === 'memory') say({ kind: 'memory', residentMb: Math.round(process.memoryUsage().rss / 1024 / 1024) });
  else {
    work = work.then(() =>
      write(platform, async (tx) =>
        tx.append(thingChanged, { subject: 'all', version: order.version, topics: ['thing:all'], data: { at: Date.now() } }),
      ),
    );
  }
});
process.on('disconnect', async () => {
  await realtime.close();
  await relay.close();
  await wire.close();
  await close();
  process.exit(0);
});
say({ kind: 'ready', url: `ws://127.0.0.1:${port}/api/realtime` });
