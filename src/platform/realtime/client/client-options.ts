import type { EventFrame, Params } from '../protocol/protocol.ts';
import type { alertOf } from './policy/policy.ts';
import type { TokensOptions } from './tokens.ts';

export type LiveEvent = Pick<EventFrame, 'eventId' | 'kind' | 'data'>;
export type Alert = ReturnType<typeof alertOf>;

export interface LiveListener {
  /** Each event of the query once, in order, over any number of reconnections. */
  onEvent(event: LiveEvent): void;
  /** Events may have been missed: the page's data must be reloaded. */
  onGap(): void;
}

export interface LiveClientOptions {
  url: string;
  /** The outbox position that the page's data was read at or after; without it the first connection reports a gap. */
  since?: number | undefined;
  /** Id of the signed-in member; null for a visitor. */
  viewer?: string | null;
  /** Fetches a bearer token from the server. */
  fetchToken?: TokensOptions['fetchToken'] | undefined;
  /** The channel is on the page's own host, which gets the session cookie: the hello carries no token. */
  byCookie?: boolean;
  /** Removes data of other members from the page's cache. */
  clearCache?(): void;
  /** ST-12: a reset also clears the app's other browser storage. */
  clearStorage?(): void;
  WebSocket?: new (url: string) => WebSocket;
  now?(): number;
  /** This device's clock, in milliseconds since 1970. */
  deviceTime?(): number;
  random?(): number;
  /** Runs `work` once after `ms`; returns the function that cancels it. */
  setTimer?(work: () => void, ms: number): () => void;
}

/** The browser's `setTimeout`. */
export function browserTimer(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

export interface LiveClient {
  /** Subscribes to a query until the returned function is called. Equal queries share one listener. */
  subscribe(query: string, params: Params, listener: LiveListener): () => void;
  /** UI-06: whether this page needs a connection. */
  want(wanted: boolean): void;
  network(online: boolean): void;
  /** The connection may be dead: sends a ping at once instead of at the next interval. */
  doubt(): void;
  /** ST-11: the alert's Retry button. */
  retry(): void;
  dismiss(): void;
  /** Call before loading data for another page: its listeners receive all events from this point on. */
  mark(): void;
  /** Another member has signed in: reconnects and clears the data of the previous one. */
  restart(viewer: string | null): void;
  /** Disconnects when the page is unmounted. `want` starts again. */
  stop(): void;
  /**
   * The member's bearer token for API calls: the current one, renewed by LI-03, or a new one where the server `refused`
   * the last. Null where none is available now.
   */
  token(refused?: boolean): Promise<string | null>;
  /** Sends a typing notice to the other side of a thread; dropped while disconnected. */
  typing(threadId: string): void;
  /**
   * Milliseconds by which the server's clock is ahead of this device's (negative: behind), from the last `welcome` or
   * `pong`; null before the first. Deadlines count down by `Date.now() + serverOffset`.
   */
  serverOffset(): number | null;
  onServerOffset(listener: () => void): () => void;
  alert(): Alert;
  onAlert(listener: () => void): () => void;
  /**
   * The session has ended or belongs to another member than the page: a sign-out on another device or by an admin,
   * perhaps while the page was suspended.
   */
  onSessionEnded(listener: () => void): () => void;
}
