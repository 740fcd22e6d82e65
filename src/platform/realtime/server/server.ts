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
import { defaultLimits, type RealtimeLimits } from '../protocol/limits.ts';
import { type CloseReason, realtimePath } from '../protocol/protocol.ts';
import { Admissions, comesFromOwnPage } from './admission.ts';
import { Backlog } from './backlog.ts';
import { Connection } from './connection.ts';
import type { ConnectionParts } from './connection-parts.ts';
import { type Carries, Hub } from './hub.ts';
import { createTyping } from './typing.server.ts';

export interface RealtimeStats {
  /** Open connections. */
  sockets: number;
  /** Listeners of all open connections. */
  listeners: number;
  /** Accepted connections and refused upgrades since the start. */
  accepted: number;
  refused: number;
  /** Connections that the server ended since the start, by reason. */
  ended: Record<CloseReason, number>;
}

export interface Realtime {
  /** Handles upgrades to `/api/realtime` on this server. */
  attach(server: Server): void;
  stats(): RealtimeStats;
  /** Removes listeners older than an hour by the app's clock; a timer also runs it every hour. */
  removeOldListeners(): void;
  /** Sends `going_away` to all clients and waits until their connections are closed. */
  close(): Promise<void>;
}

export interface RealtimeOptions {
  platform: Platform;
  /** Query name → the channel that grants topics. */
  channels: Readonly<Record<string, Channel>>;
  /** Event kind → the fields that the channel may send beyond id and version. */
  carries?: Carries;
  /** Unread counts of a member, by counter: sent to their own listeners after their events. */
  counters(memberId: string): Promise<Record<string, number>>;
  limits?: Partial<RealtimeLimits>;
}

/** The live channel of this process: delivers published events to the listeners of their topics. */
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
    limiter: pLimit(limits.concurrentChecks),
    onEnd: (reason) => ended[reason]++,
  };

  /** Sets the hub's first position to the end of the outbox before the first connection. */
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
      // Between the scheduled checks a bearer token may outlive its session; here it ends at once.
      if (connection.viewer?.sessionId !== event.subject) continue;
      // The member's own browser reconnects with its new cookie; a stolen cookie is refused.
      if (event.data?.renewed === true)
        connection.end('session_renewed', 'Your session has a new cookie. Connect again.');
      else connection.end('session_ended', 'Your session has ended. Sign in again.');
    }
  };
  const unsubscribes = [
    platform.bus.onPublished((events) => {
      hub.publish(events);
      for (const event of events) endSession(event);
    }),
    // After a gap the missed events are unknown: the clients reconnect and reload.
    platform.bus.onGap(() => {
      for (const connection of connections) connection.end('unavailable', 'Some events were missed. Connect again.');
    }),
    // A sign-out in this process takes effect without waiting for the relay.
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
    // A connection accepted now would not receive `going_away`.
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
        // In development Vite handles its own upgrades on the same server.
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
      for (const stop of unsubscribes) stop();
      typing.close();
      const gone = [...sockets.clients].map((client) => new Promise((resolve) => client.once('close', resolve)));
      for (const connection of connections) connection.end('going_away', 'The server is restarting. Connect again.');
      await Promise.all(gone);
    },
  };
}

/** One connection is one request of the security log. */
function sceneOf({ security, clients }: Platform, request: IncomingMessage): Scene {
  const address = clients.of(request.socket.remoteAddress ?? '', (name) => request.headers[name]?.toString());
  return openScene(security, { requestId: newId(), address: () => address }, 'live');
}

/** A feature's presenter that throws costs only its own event the extra fields. */
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
