/**
 * TypeScript types of the live channel's frames, for client and server: browser-safe, no dependencies. The contract
 * fixes the names; `lastEventId` on `subscribe`, `subscribed`, `welcome` and `pong` is an extension, see README.md.
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
 * Ephemeral event kinds: not stored, without a position, never replayed. `typing`: the other side is writing;
 * `counters`: the member's unread counts in `data.counters`, by counter.
 */
export const ephemeralKinds: ReadonlySet<string> = new Set(['typing', 'counters']);

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

/** Why the server ends a connection. Each is also sent as an error frame with the same word as its code. */
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
