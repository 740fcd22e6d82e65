import { hourMs, minuteMs, secondMs } from '#kernel/time.ts';
import { maxListeners } from './protocol.ts';

/** Limits of one connection. Tests and load runs override them; production uses these. */
export const defaultLimits = {
  /** Time to send the hello. */
  helloMs: 5 * secondMs,
  payloadBytes: 16 * 1024,
  /** A message in more fragments is an attack on our memory. */
  fragments: 16,
  bufferedChunks: 1024,
  listeners: maxListeners,
  /** LI-09: an older listener is removed; the client subscribes again, which repeats the authorisation. */
  listenerAgeMs: hourMs,
  listenerSweepMs: hourMs,
  /** Bytes that may wait for a slow consumer. */
  bufferedBytes: 256 * 1024,
  /** Time for a dropped client to read the close frame. */
  closeGraceMs: secondMs,
  heartbeatMs: 30 * secondMs,
  /** How often a signed-in connection checks its session, besides at once on `session.ended` of its member. */
  sessionCheckMs: minuteMs,
  perAddress: 256,
  /** Of all clients together: a process has 20,000 file descriptors on a common machine, and pages need some. */
  connections: 12_000,
  /** A token bucket of frames: the burst, and the refill per second. */
  frameBurst: 60,
  framesPerSecond: 20,
  /** Events that a client may be behind and still resume. */
  resumeWindow: 10_000,
  /** Newest events cached in memory, so that a wave of reconnecting clients does not overload the database. */
  recentEvents: 2_000,
  backlogPage: 500,
  /** A member's typing in one thread is published at most this often. */
  typingEveryMs: secondMs,
  /** Concurrent database queries of all connections together, so that pages do not wait behind a wave of them. */
  concurrentChecks: 6,
};
export type RealtimeLimits = typeof defaultLimits;
