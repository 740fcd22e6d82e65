import type { EventFrame, Params } from '../protocol/protocol.ts';
import type { TokensOptions } from '../server/tokens.ts';
import type { alertOf } from './policy/policy.ts';

export type LiveEvent = Pick<EventFrame, 'eventId' | 'kind' | 'data'>;
export type Alert = ReturnType<typeof alertOf>;

export interface LiveListener {
  /** Each event of the query once, in order, over any number of reconnections. */
  onEvent(event: LiveEvent): void;
  /** Something may have been missed: read afresh. */
  onGap(): void;
}

export interface LiveClientOptions {
  url: string;
  /** The outbox position that the page's data was read at or after; without it the first connection reports a gap. */
  since?: number | undefined;
  /** Id of who is signed in. */
  viewer?: string | null;
  /** The way to a bearer token. */
  fetchToken?: TokensOptions['fetchToken'] | undefined;
  /** The channel is on the page's own host, where the session's cookie goes: it is greeted without a token. */
  byCookie?: boolean;
  /** What else the page keeps of other people's data. */
  clearCache?(): void;
  /** ST-12: a reset also clears what else the product keeps in the browser. */
  clearStorage?(): void;
  WebSocket?: new (url: string) => WebSocket;
  now?(): number;
  /** This device's clock, in milliseconds since 1970. */
  deviceTime?(): number;
  random?(): number;
  /** Runs `work` once after `ms`; what it returns cancels. */
  setTimer?(work: () => void, ms: number): () => void;
}

/** As the browser does it. */
export function browserTimer(work: () => void, ms: number): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

export interface LiveClient {
  /** Listens to a query for as long as the page shows what it is about. Equal queries share one listener. */
  subscribe(query: string, params: Params, listener: LiveListener): () => void;
  /** UI-06: whether this page keeps a connection. */
  want(wanted: boolean): void;
  network(online: boolean): void;
  /** The line may be dead: asks at once, not only when the next ping is due. */
  doubt(): void;
  /** ST-11, by the alert's button. */
  retry(): void;
  dismiss(): void;
  /** Call before reading data for another page: what happens from here on is told to its listeners. */
  mark(): void;
  /** Somebody else is signed in now: connects anew, and forgets what the one before could see. */
  restart(viewer: string | null): void;
  /** The page is gone. `want` begins anew. */
  stop(): void;
  /**
   * A bearer token of who is signed in, for calls that take one: the one that is held, renewed by LI-03, or a new one
   * where the last was `refused`. Null where none can be had now.
   */
  token(refused?: boolean): Promise<string | null>;
  /** Tells the other one of a thread that something is being written; lost where there is no line. */
  typing(threadId: string): void;
  /**
   * How many milliseconds the server's clock is ahead of this device's (behind: negative), as the last `welcome` or
   * `pong` said it; null before the first. Deadlines are counted down by `Date.now() + serverOffset`.
   */
  serverOffset(): number | null;
  onServerOffset(listener: () => void): () => void;
  alert(): Alert;
  onAlert(listener: () => void): () => void;
  /**
   * The session is over, or another than this page was made for: signed out on another device or by an operator,
   * perhaps while this page was away.
   */
  onSessionEnded(listener: () => void): () => void;
}
