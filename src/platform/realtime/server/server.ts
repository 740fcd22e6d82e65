import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import pLimit from 'p-limit';
import { WebSocketServer } from 'ws';
import { newId } from '#kernel/ids.ts';
import type { Channel } from '../../feature.ts';
import { httpSecurity } from '../../http/http.security.ts';
import { originCode } from '../../http/requests/own-origin.ts';
import type { NewEvent } from '../../outbox/events.ts';
import type { Platform } from '../../platform.ts';
import { openScene } from '../../security-log/open-scene.server.ts';
import { inScene } from '../../security-log/scene.server.ts';
import type { Scene } from '../../security-log/scene.ts';
import { Connection } from '../client/connection.ts';
import type { ConnectionParts } from '../client/connection-parts.ts';
import { defaultLimits, type RealtimeLimits } from '../protocol/limits.ts';
import { type CloseReason, realtimePath } from '../protocol/protocol.ts';
import { Admissions, comesFromOwnPage } from './admission.ts';
import { Backlog } from './backlog.ts';
import { type Carries, Hub } from './hub.ts';
import { createTyping } from './typing.server.ts';

export interface RealtimeStats {
  /** Open connections now. */
  sockets: number;
  /** Listeners of all of them now. */
  listeners: number;
  /** Connections taken, and upgrades refused, since the start. */
  accepted: number;
  refused: number;
  /** Connections that the server ended, by reason, since the start. */
  ended: Record<CloseReason, number>;
}

export interface Realtime {
  /** Takes the upgrades to `/api/realtime` on this server. */
  attach(server: Server): void;
  stats(): RealtimeStats;
  /** Removes listeners older than an hour by the product's clock; runs by itself every hour. */
  removeOldListeners(): void;
  /** Tells everyone to come back, and waits until they have gone. */
  close(): Promise<void>;
}

export interface RealtimeOptions {
  platform: Platform;
  /** Query name → who may listen to which topics. */
  channels: Readonly<Record<string, Channel>>;
  /** Event kind → what the channel may carry beyond id and version. */
  carries?: Carries;
  /** What waits for a member, by counter: told to their own listeners after their news. */
  counters(memberId: string): Promise<Record<string, number>>;
  limits?: Partial<RealtimeLimits>;
}

/** The live channel of this process: passes published events to whoever was granted their topics. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { platform, channels } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const hub = new Hub(guarded(options.carries ?? {}, platform), limits.recentEvents);
  const backlog = new Backlog(platform.pool, hub, limits);
  const typing = createTyping(platform, hub, channels.thread, limits.typingEveryMs);
  const admissions = new Admissions(limits.perAddress, platform.clients);
  const connections = new Set<Connection>();
  const ended: RealtimeStats['ended'] = {
    going_away: 0,
    unavailable: 0,
    bad_request: 0,
    session_ended: 0,
    session_renewed: 0,
    token_refused: 0,
    hello_timeout: 0,
    too_many_frames: 0,
    slow_consumer: 0,
  };
  let accepted = 0;
  let refused = 0;
  let closing = false;
  let started: Promise<void> | null = null;

  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    perMessageDeflate: false,
    maxPayload: limits.payloadBytes,
    maxFragments: limits.fragments,
    maxBufferedChunks: limits.bufferedChunks,
  });
  const parts: ConnectionParts = {
    platform,
    channels,
    hub,
    backlog,
    typing,
    counters: options.counters,
    limits,
    gate: pLimit(limits.concurrentChecks),
    onEnd: (reason) => ended[reason]++,
  };

  /** The past ends where the outbox stands before the first listener is heard. */
  const start = () => {
    started ??= backlog.newest().then(
      (position) => hub.startAt(position),
      (error) => {
        started = null;
        throw error;
      },
    );
    return started;
  };

  const endSession = (event: NewEvent) => {
    if (event.kind !== 'session.ended') return;
    for (const connection of connections) {
      // A bearer token outlives its session in the scheduled check, never here.
      if (connection.viewer?.sessionId !== event.subject) continue;
      // The member's own browser comes back with its new cookie; a stolen one finds that its own is worth nothing.
      if (event.data?.renewed === true)
        connection.end('session_renewed', 'Your session goes on under a new cookie. Connect again.');
      else connection.end('session_ended', 'Your session has ended. Sign in again.');
    }
  };
  const silence = [
    platform.bus.onPublished((events) => {
      hub.publish(events);
      for (const event of events) endSession(event);
    }),
    // Nobody can say what these listeners missed: they come again and read afresh.
    platform.bus.onGap(() => {
      for (const connection of connections) connection.end('unavailable', 'Some news was missed. Connect again.');
    }),
    // Sign-out in this very process need not wait for the relay.
    platform.bus.onCommit((events) => {
      for (const event of events) endSession(event);
    }),
  ];

  const removeOldListeners = () => {
    const before = platform.clock.now().getTime() - limits.listenerAgeMs;
    for (const connection of connections) connection.removeListenersOlderThan(before);
  };
  const pulse = setInterval(
    () => {
      const now = performance.now();
      for (const connection of connections) connection.tick(now);
    },
    Math.min(1_000, limits.heartbeatMs, limits.sessionCheckMs),
  );
  const sweep = setInterval(removeOldListeners, limits.listenerSweepMs);
  pulse.unref();
  sweep.unref();

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {});
    if (closing || connections.size >= limits.connections) return refuse(socket, 503, 'Service Unavailable');
    const scene = sceneOf(platform, request);
    if (!comesFromOwnPage(request, platform.config)) {
      inScene(scene, () =>
        platform.security.note(httpSecurity.originRefused, { outcome: 'refused', code: originCode }),
      );
      return refuse(socket, 403, 'Forbidden');
    }
    const leave = admissions.enter(request);
    if (!leave) return refuse(socket, 429, 'Too Many Requests');
    socket.once('close', leave);
    try {
      await start();
    } catch (error) {
      platform.log.warn('the live channel could not read the outbox', { error });
      return refuse(socket, 503, 'Service Unavailable');
    }
    // Who is taken now would not be told to come back.
    if (closing) return refuse(socket, 503, 'Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      accepted++;
      const connection = new Connection(webSocket, request.headers.cookie, parts, scene);
      connections.add(connection);
      webSocket.once('close', () => connections.delete(connection));
    });
  }

  function refuse(socket: Duplex, status: number, reason: string): void {
    refused++;
    const later = status === 429 || status === 503 ? 'Retry-After: 5\r\n' : '';
    socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n${later}Content-Length: 0\r\n\r\n`);
  }

  return {
    attach(server) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (request.url?.split('?', 1)[0] === realtimePath) {
          upgrade(request, socket, head).catch((error) => {
            platform.log.error('a live connection could not be taken', { error });
            socket.destroy();
          });
        }
        // In development Vite takes its own upgrades on the same server.
        else if (server.listenerCount('upgrade') === 1) refuse(socket, 404, 'Not Found');
      });
    },
    stats: () => ({
      sockets: connections.size,
      listeners: [...connections].reduce((sum, connection) => sum + connection.listenerCount, 0),
      accepted,
      refused,
      ended: { ...ended },
    }),
    removeOldListeners,
    async close() {
      closing = true;
      clearInterval(pulse);
      clearInterval(sweep);
      for (const stop of silence) stop();
      typing.close();
      const gone = [...sockets.clients].map((client) => new Promise((resolve) => client.once('close', resolve)));
      for (const connection of connections) connection.end('going_away', 'The server restarts. Connect again.');
      await Promise.all(gone);
    },
  };
}

/** A connection is one request, however long it lasts. */
function sceneOf({ security, clients }: Platform, request: IncomingMessage): Scene {
  const address = clients.of(request.socket.remoteAddress ?? '', (name) => request.headers[name]?.toString());
  return openScene(security, { requestId: newId(), address: () => address }, 'live');
}

/** A presenter of a room that fails costs its own event what it carries, and nobody else's anything. */
function guarded(carries: Carries, { log }: Platform): Carries {
  const entries = Object.entries(carries).map(([kind, carry]): [string, Carries[string]] => [
    kind,
    (event, viewer) => {
      try {
        return carry(event, viewer);
      } catch (error) {
        log.error('what an event carries could not be presented', { kind, error });
        return null;
      }
    },
  ]);
  return Object.fromEntries(entries);
}
