import { newId } from '#kernel/ids.ts';
import type { Log } from '../log/log.ts';

/**
 * Word between the processes of one market: quick, and allowed to get lost. What must not get lost stands in the
 * outbox; this only says "look there". Words that mean nothing a moment later (somebody is typing) may travel here
 * alone.
 */
export interface PubSub {
  /** What carries it: `postgres` or `redis`. */
  readonly kind: string;
  /**
   * Tells all processes that listen, this one included. Channels have no spaces; both together at most 7,000 bytes
   * (RangeError). While it is down nobody is told.
   */
  say(channel: string, text: string): void;
  hear(channel: string, listener: (text: string) => void): () => void;
  /** Whether words arrive here, shown by our own pulse a moment ago. */
  readonly isUp: boolean;
  onChange(listener: (isUp: boolean) => void): () => void;
  /** The other processes whose pulse was heard in the last two seconds. */
  others(): string[];
  /** Who we are to the others. */
  readonly id: string;
  /**
   * Connects, now and whenever it is lost. Resolves at the first success or failure: a market starts without its wire
   * too.
   */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** One connection of an adapter. It ends once: by `hangUp`, or by telling `lost`. */
export interface Line {
  say(word: string): void;
  hangUp(): Promise<void>;
}
export type Dial = (received: (word: string) => void, lost: (why: string) => void) => Promise<Line>;

/**
 * A connection may be dead without knowing it, or lead through a pooler that drops what it should deliver: only an echo
 * shows that it carries.
 */
const pulseMs = 500;
const silentMs = 1_200;
const presentMs = 2_000;
const redialMs = 250;
const longest = 7_000;

export function createPubSub(kind: string, dial: Dial, log: Log): PubSub {
  const id = newId();
  const listeners = new Map<string, Set<(text: string) => void>>();
  const watchers = new Set<(isUp: boolean) => void>();
  const present = new Map<string, number>();
  let line: Line | null = null;
  /** Of the oldest pulse that has not come back. */
  let askedAt: number | null = null;
  let isUp = false;
  let isClosed = false;
  let redial: NodeJS.Timeout | null = null;
  let dialling: Promise<void> = Promise.resolve();
  let onFirst = () => {};

  const turn = (up: boolean) => {
    onFirst();
    if (isUp === up) return;
    isUp = up;
    for (const watcher of watchers) watcher(up);
  };

  const received = (word: string) => {
    const space = word.indexOf(' ');
    const [channel, text] = [word.slice(0, space), word.slice(space + 1)];
    if (channel === 'pulse') return feel(text);
    for (const listener of listeners.get(channel) ?? []) listener(text);
  };

  const feel = (from: string) => {
    present.set(from, performance.now());
    if (from !== id) return;
    askedAt = null;
    turn(true);
  };

  const pulse = () => {
    if (!line) return;
    if (askedAt !== null && performance.now() - askedAt > silentMs) {
      // After a long pause of this process the echo may be here, unread: what has arrived is read before this runs.
      setImmediate(() => {
        if (askedAt !== null && performance.now() - askedAt > silentMs) drop('its own word does not come back');
      });
      return;
    }
    askedAt ??= performance.now();
    line.say(`pulse ${id}`);
  };

  const drop = (why: string) => {
    const before = line;
    line = null;
    askedAt = null;
    void before?.hangUp().catch(() => {});
    if (isUp && !isClosed) log.warn('the wire between the processes is down', { kind, why });
    turn(false);
    if (!isClosed) redial ??= setTimeout(connect, redialMs).unref();
  };

  const connect = () => {
    redial = null;
    let isLost = false;
    const lost = (why: string) => {
      isLost = true;
      if (mine !== null && line === mine) drop(why);
    };
    let mine: Line | null = null;
    dialling = dial(received, lost).then(
      async (fresh) => {
        mine = fresh;
        if (isClosed || isLost) {
          await fresh.hangUp().catch(() => {});
          if (isLost) drop('it ended at once');
          return;
        }
        line = fresh;
        pulse();
      },
      (error: unknown) => {
        log.debug('the wire could not be opened', { kind, error });
        drop(String(error));
      },
    );
  };

  const pulses = setInterval(pulse, pulseMs);
  pulses.unref();

  return {
    kind,
    id,
    get isUp() {
      return isUp;
    },
    say: (channel, text) => {
      const word = `${channel} ${text}`;
      if (Buffer.byteLength(word) > longest)
        throw new RangeError(`a word of ${Buffer.byteLength(word)} bytes is too long for the wire`);
      line?.say(word);
    },
    hear: (channel, listener) => {
      const those = listeners.get(channel) ?? new Set();
      listeners.set(channel, those);
      those.add(listener);
      return () => those.delete(listener);
    },
    onChange: (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    others: () => {
      const since = performance.now() - presentMs;
      for (const [who, at] of present) if (at < since) present.delete(who);
      return [...present.keys()].filter((who) => who !== id);
    },
    open: () => {
      const first = new Promise<void>((resolve) => {
        onFirst = resolve;
      });
      connect();
      return first;
    },
    close: async () => {
      isClosed = true;
      clearInterval(pulses);
      if (redial) clearTimeout(redial);
      await dialling;
      const last = line;
      line = null;
      await last?.hangUp();
    },
  };
}
