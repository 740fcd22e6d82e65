import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { notFound, signInFirst } from '#kernel/refusal.ts';
import { MovableClock } from '#platform/clock/clock.ts';
import { openDatabase } from '#platform/db/db.ts';
import type { Channel } from '#platform/feature.ts';
import { clientAddresses } from '#platform/http/requests/client-address.ts';
import { proxiesOf } from '#platform/http/requests/trusted-proxies.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import type { NewEvent } from '#platform/outbox/events.ts';
import { defineEvent } from '#platform/outbox/events.ts';
import { startRelay } from '#platform/outbox/relay.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { configuredPubSub } from '#platform/pubsub/open.ts';
import type { RealtimeLimits } from '#platform/realtime/protocol/limits.ts';
import { type EventFrame, realtimePath, type ServerFrame } from '#platform/realtime/protocol/protocol.ts';
import { createRealtime, type Realtime } from '#platform/realtime/server/server.ts';
import { createSecurityLog } from '#platform/security-log/security-log.server.ts';
import { createTestDatabase } from './servers/test-database.ts';

const description = { params: { id: 'a thing' }, by: 'a test', kinds: ['thing.changed'] };

/** Anyone may subscribe to a thing, only an admin to a secret one, a member to themselves. */
const channels: Record<string, Channel> = {
  thing: {
    description,
    async topics(_platform, viewer, { id = '' }) {
      if (id.startsWith('secret') && viewer?.role !== 'admin') throw notFound('There is no such thing.');
      return [`thing:${id}`];
    },
  },
  thread: {
    description,
    async topics(_platform, _viewer, { id }) {
      return [`thread:${id}`];
    },
    async typing(_platform, viewer, id) {
      if (!viewer) throw signInFirst();
      return id.startsWith('blocked') ? null : `thread:${id}`;
    },
  },
  pair: {
    description,
    async topics(_platform, _viewer, { a, b }) {
      return [`thing:${a}`, `thing:${b}`];
    },
  },
  me: {
    description,
    async topics(_platform, viewer) {
      if (!viewer) throw signInFirst();
      return [`user:${viewer.id}`];
    },
  },
};

export interface ConnectOptions {
  origin?: string;
  cookie?: string;
  /** The client's address, as reported by a trusted proxy. */
  address?: string;
}

export interface Live {
  url: string;
  databaseUrl: string;
  port: number;
  clock: MovableClock;
  realtime: Realtime;
  platform: Platform;
  /** Tokens and cookies that identify a member. */
  people: Map<string, Actor>;
  commit(...events: NewEvent[]): Promise<void>;
  /** Commits these events and waits until this process has published them. */
  publish(...events: NewEvent[]): Promise<void>;
  connect(options?: ConnectOptions): Promise<Client>;
  close(): Promise<void>;
}

/**
 * The live channel on a real server, with a real database, outbox and relay; only identities are fake. With `beside` it
 * is a second process on the same database.
 */
export async function startLive(
  limits: Partial<RealtimeLimits> = {},
  beside?: Live,
  redisUrl: string | null = null,
): Promise<Live> {
  const database = beside
    ? { url: beside.databaseUrl, drop: async () => {} }
    : await createTestDatabase(inject('databaseServer'));
  const log = createLog('silent');
  const { pool, db, close } = openDatabase(database.url, log, 8);
  const bus = new Bus();
  const clock = new MovableClock();
  const people = new Map<string, Actor>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const identity = {
    resolve: async (headers: Headers) =>
      people.get(headers.get('authorization') ?? headers.get('cookie') ?? '') ?? null,
  };
  const config = { appUrl: `http://127.0.0.1:${port}`, mode: 'sandbox' };
  const clients = clientAddresses({ mode: 'sandbox', trusted: proxiesOf(['127.0.0.1']) }, log);
  const pubsub = configuredPubSub({ redisUrl, databaseUrl: database.url, pool, log });
  const security = createSecurityLog({ log, secret: 'a secret of tests alone' });
  const platform = {
    config,
    clients,
    log,
    security,
    clock,
    db,
    pool,
    bus,
    pubsub,
    identity,
    reactions: new Map(),
  } as unknown as Platform;
  await pubsub.open();
  const relay = await startRelay({ databaseUrl: database.url, bus, pubsub, log });
  const carries = {
    'thing.said': (event: NewEvent) => ({ text: event.data?.text, id: event.data?.id }),
    'thing.failed': (): never => {
      throw new Error('a presenter that fails');
    },
  };
  const realtime = createRealtime({ platform, channels, carries, counters: async () => ({ things: 1 }), limits });
  realtime.attach(server);
  const url = `ws://127.0.0.1:${port}${realtimePath}`;

  const result: Live = {
    url,
    databaseUrl: database.url,
    port,
    clock,
    realtime,
    platform,
    people,
    commit: async (...events) => {
      await write(platform, async (tx) => {
        for (const { kind, data = {}, ...rest } of events)
          tx.append(defineEvent(kind, z.looseObject({})), { ...rest, data });
      });
    },
    publish: async (...events) => {
      await result.commit(...events);
      await relay.flush();
    },
    connect: (options) => connectLive(url, options),
    close: async () => {
      await realtime.close();
      await new Promise((resolve) => server.close(resolve));
      await relay.close();
      await pubsub.close();
      await close();
      await database.drop();
    },
  };
  return result;
}

export function thingChanged(id: string, version: number, also: string[] = []): NewEvent {
  return { kind: 'thing.changed', subject: id, version, topics: [`thing:${id}`, ...also] };
}

/**
 * Opens the live channel at `url`, as a browser or a program would. Fails with the status when the upgrade is refused.
 */
export function connectLive(url: string, { origin, cookie, address }: ConnectOptions = {}): Promise<Client> {
  const headers = {
    ...(origin ? { origin } : {}),
    ...(cookie ? { cookie } : {}),
    ...(address ? { 'x-forwarded-for': address } : {}),
  };
  return Client.over(new WebSocket(url, { headers }));
}

/** A client for tests: records all frames and waits for expected ones. */
export class Client {
  readonly frames: ServerFrame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;
  readonly #waiting = new Set<() => void>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)));
      for (const check of this.#waiting) check();
    });
    this.closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => resolve({ code, reason: String(reason) })),
    );
  }

  /** Waits for the connection; fails with the status when the upgrade is refused. */
  static over(socket: WebSocket): Promise<Client> {
    const client = new Client(socket);
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(client));
      socket.on('error', reject);
    });
  }

  send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** The first frame, past or future, that matches. */
  frame<F = ServerFrame & Record<string, unknown>>(match: Record<string, unknown>): Promise<F> {
    const find = () =>
      this.frames.find((frame) =>
        Object.entries(match).every(([name, value]) => (frame as Record<string, unknown>)[name] === value),
      );
    return this.until(() => find() as F | undefined);
  }

  /** Resolves as soon as `look` returns a value after a frame. */
  until<T>(look: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const check = () => {
        const found = look();
        if (found === undefined) return;
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }

  async hello(
    fields: { token?: string; lastEventId?: number | string } = {},
  ): Promise<Extract<ServerFrame, { type: 'welcome' }>> {
    this.send({ type: 'hello', ...fields });
    return this.frame({ type: 'welcome' });
  }

  async subscribe(
    id: string,
    query: string,
    params: Record<string, string> = {},
    lastEventId?: number,
  ): Promise<ServerFrame> {
    this.send({ type: 'subscribe', id, query, params, ...(lastEventId === undefined ? {} : { lastEventId }) });
    return this.until(() =>
      this.frames.findLast((frame) => (frame.type === 'subscribed' || frame.type === 'error') && frame.id === id),
    );
  }

  /** Resolves when everything that was sent before has been received. */
  async settled(): Promise<void> {
    const pongs = this.frames.filter(({ type }) => type === 'pong').length;
    this.send({ type: 'ping' });
    await this.until(() => this.frames.filter(({ type }) => type === 'pong').length > pongs || undefined);
  }

  /** The events with a position, and typing events; without the counters that follow them (LI-06). */
  events(): EventFrame[] {
    return this.frames.filter((frame): frame is EventFrame => frame.type === 'event' && frame.kind !== 'counters');
  }

  /** Terminates the connection as a broken network does. */
  cut(): void {
    this.socket.terminate();
  }
}
