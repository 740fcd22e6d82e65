/**
 * The frames of the live channel as TypeScript sees them, for both ends. Browser-safe and without weight: types and a
 * few numbers. The words are fixed by the contract; `lastEventId` on `subscribe`, `subscribed`, `welcome` and `pong` is
 * ours, see README.md.
 */
export const realtimePath = '/api/realtime';

/** LI-06: listeners of one connection at a time. */
export const maxListeners = 10;

export type Params = Record<string, string>;

export type ClientFrame =
  | { type: 'hello'; token?: string; lastEventId?: number }
  | { type: 'subscribe'; id: string; query: string; params: Params; lastEventId?: number }
  | { type: 'unsubscribe'; id: string }
  | { type: 'typing'; threadId: string }
  | { type: 'ping' };

/**
 * Kinds of events that are stored nowhere: they have no position of their own and are not told again. `typing` is
 * somebody who writes, `counters` has what waits for the member in `data.counters`, by counter.
 */
export const momentary: ReadonlySet<string> = new Set(['typing', 'counters']);

export interface EventFrame {
  type: 'event';
  /** Position in the outbox: later events have higher ids, and `lastEventId` takes it. */
  eventId: number;
  subscription: string;
  kind: string;
  data: { id: string; version: number; [carried: string]: unknown };
}

export type ServerFrame =
  | { type: 'welcome'; serverTime: string; resumed: boolean; lastEventId: number; viewer: string | null }
  | { type: 'subscribed'; id: string; lastEventId: number; resumed?: boolean }
  | EventFrame
  | { type: 'error'; id?: string; code: string; message: string }
  | { type: 'pong'; serverTime: string; lastEventId: number };

/** Why the server ends a connection. Each is sent as an error frame too, with the same word as code. */
export const closeCodes = {
  going_away: 1001,
  unavailable: 1011,
  bad_request: 4400,
  session_ended: 4401,
  token_refused: 4403,
  hello_timeout: 4408,
  session_renewed: 4409,
  too_many_frames: 4429,
  slow_consumer: 4508,
} as const;
export type CloseReason = keyof typeof closeCodes;
