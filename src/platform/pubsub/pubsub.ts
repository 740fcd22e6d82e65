import { newId } from '#kernel/ids.ts';
import type { Log } from '../log/log.ts';

/**
 * Messages between the processes of one installation: fast, at most once. What must not be lost is in the outbox, and a
 * message here is only a hint to read it. Ephemeral messages (typing) use pub/sub alone.
 */
export interface PubSub {
  /** The transport: `postgres` or `redis`. */
  readonly kind: string;
  /**
   * Publishes to all subscribed processes, this one included; dropped while the connection is down. Channel names have
   * no spaces; both together at most 7,000 bytes (RangeError).
   */
  publish(channel: string, text: string): void;
  subscribe(channel: string, listener: (text: string) => void): () => void;
  /** Whether messages arrive here, shown by a recent echo of our own heartbeat. */
  readonly isUp: boolean;
  onChange(listener: (isUp: boolean) => void): () => void;
  /** Ids of the other processes with a heartbeat in the last two seconds. */
  others(): string[];
  /** This process's id. */
  readonly id: string;
  /**
   * Connects, and reconnects after each loss. Resolves at the first success or failure: the server starts without
   * pub/sub too.
   */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** One connection of an adapter. It ends once: by `close`, or by calling `lost`. */
export interface PubSubConnection {
  send(message: string): void;
  close(): Promise<void>;
}
export type Connect = (
  received: (message: string) => void,
  lost: (reason: string) => void,
) => Promise<PubSubConnection>;

/**
 * A connection may be dead without an error, or lead through a pooler that drops notifications: only an echo shows that
 * it works.
 */
const heartbeatMs = 500;
const silentMs = 1_200;
const presentMs = 2_000;
const reconnectMs = 250;
const maxBytes = 7_000;
const heartbeatChannel = 'pulse';

export function createPubSub(kind: string, connect: Connect, log: Log): PubSub {
  const id = newId();
  const listeners = new Map<string, Set<(text: string) => void>>();
  const watchers = new Set<(isUp: boolean) => void>();
  const lastHeartbeats = new Map<string, number>();
  let connection: PubSubConnection | null = null;
  /** When the oldest heartbeat without an echo was sent. */
  let sentAt: number | null = null;
  let isUp = false;
  let isClosed = false;
  let reconnect: NodeJS.Timeout | null = null;
  let connecting: Promise<void> = Promise.resolve();
  let onFirst = () => {};

  const setUp = (up: boolean) => {
    onFirst();
    if (isUp === up) return;
    isUp = up;
    for (const watcher of watchers) watcher(up);
  };

  const received = (message: string) => {
    const space = message.indexOf(' ');
    const [channel, text] = [message.slice(0, space), message.slice(space + 1)];
    if (channel === heartbeatChannel) return noteHeartbeat(text);
    for (const listener of listeners.get(channel) ?? []) listener(text);
  };

  const noteHeartbeat = (from: string) => {
    lastHeartbeats.set(from, performance.now());
    if (from !== id) return;
    sentAt = null;
    setUp(true);
  };

  const beat = () => {
    if (!connection) return;
    if (sentAt !== null && performance.now() - sentAt > silentMs) {
      // After a long pause of this process the echo may be in the socket's buffer, which is read before this runs.
      setImmediate(() => {
        if (sentAt !== null && performance.now() - sentAt > silentMs) drop('its own heartbeat does not come back');
      });
      return;
    }
    sentAt ??= performance.now();
    connection.send(`${heartbeatChannel} ${id}`);
  };

  const drop = (reason: string) => {
    const before = connection;
    connection = null;
    sentAt = null;
    void before?.close().catch(() => {});
    if (isUp && !isClosed) log.warn('pub/sub between the processes is down', { kind, why: reason });
    setUp(false);
    if (!isClosed) reconnect ??= setTimeout(open, reconnectMs).unref();
  };

  const open = () => {
    reconnect = null;
    let isLost = false;
    const lost = (reason: string) => {
      isLost = true;
      if (mine !== null && connection === mine) drop(reason);
    };
    let mine: PubSubConnection | null = null;
    connecting = connect(received, lost).then(
      async (fresh) => {
        mine = fresh;
        if (isClosed || isLost) {
          await fresh.close().catch(() => {});
          if (isLost) drop('it ended at once');
          return;
        }
        connection = fresh;
        beat();
      },
      (error: unknown) => {
        log.debug('pub/sub could not be opened', { kind, error });
        drop(String(error));
      },
    );
  };

  const heartbeat = setInterval(beat, heartbeatMs);
  heartbeat.unref();

  return {
    kind,
    id,
    get isUp() {
      return isUp;
    },
    publish: (channel, text) => {
      const message = `${channel} ${text}`;
      if (Buffer.byteLength(message) > maxBytes)
        throw new RangeError(`a message of ${Buffer.byteLength(message)} bytes is too long for pub/sub`);
      connection?.send(message);
    },
    subscribe: (channel, listener) => {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    onChange: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    others: () => {
      const since = performance.now() - presentMs;
      for (const [process, at] of lastHeartbeats) if (at < since) lastHeartbeats.delete(process);
      return [...lastHeartbeats.keys()].filter((process) => process !== id);
    },
    open: () => {
      const first = new Promise<void>((resolve) => {
        onFirst = resolve;
      });
      open();
      return first;
    },
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      if (reconnect) clearTimeout(reconnect);
      await connecting;
      const last = connection;
      connection = null;
      await last?.close();
    },
  };
}
