import { hourMs, minuteMs, secondMs } from '#kernel/time.ts';
import { maxListeners } from './protocol.ts';

/** What one connection may cost us. Tests and load runs pass other numbers; the product runs with these. */
export const defaultLimits = {
  /** A hello that has not come by then never will. */
  helloMs: 5 * secondMs,
  payloadBytes: 16 * 1024,
  /** A message in more pieces than this is an attack on our memory, not a client. */
  fragments: 16,
  bufferedChunks: 1024,
  listeners: maxListeners,
  /** LI-09: a listener of this age is removed; the client asks again, which authorises it again. */
  listenerAgeMs: hourMs,
  listenerSweepMs: hourMs,
  /** Bytes that may wait for a reader that does not read. */
  bufferedBytes: 256 * 1024,
  /** How long a dropped reader gets to take the closing frame. */
  closeGraceMs: secondMs,
  heartbeatMs: 30 * secondMs,
  /** How often a signed-in connection proves its session again, besides at once when a session of its member ends. */
  sessionCheckMs: minuteMs,
  perAddress: 256,
  /** Of all together: a process has 20,000 files to open on a common machine, and pages need some. */
  connections: 12_000,
  /** Frames a client may send: a burst, refilled by the second. */
  frameBurst: 60,
  framesPerSecond: 20,
  /** Events that a client may be behind and still resume. */
  resumeWindow: 10_000,
  /** Newest events kept in memory, so that a wave of reconnecting clients does not fall on the database. */
  recentEvents: 2_000,
  backlogPage: 500,
  /** How often at most one member's typing in one thread is passed on. */
  typingEveryMs: secondMs,
  /** Questions to the database at a time, for all connections together: pages must not wait behind a wave of them. */
  concurrentChecks: 6,
};
export type RealtimeLimits = typeof defaultLimits;
