import { Connection } from './connection.ts';

/**
 * The interval of the health check, and the number of intervals without any answer after which the server counts as
 * silent: 2.5 to 3.5 s after it has frozen.
 */
const pulse = { everyMs: 500, missed: 5 };

export interface Pulse {
  /** Resolves when its connection has ended. */
  stop(): Promise<void>;
}

export interface PulseListener {
  silent(): void;
  back(): void;
  /** The number of answers that other connections have had from the server. */
  answers?(): number;
}

/**
 * Health check: sends `select 1` on its own connection, and reports when the server does not answer at all (frozen, or
 * its host is lost) and when it answers again. A refused connection is an answer: queries then fail on their own. A
 * slow statement of another connection does not count, nor does a connection that makes progress while this process is
 * busy, nor one that waits in a pooler while other connections get answers.
 */
export function watchPulse(connectionString: string, notify: PulseListener, { everyMs, missed: most } = pulse): Pulse {
  let current: { connection: Connection; ready: Promise<unknown>; isUp: boolean } | null = null;
  /** The pending query; replaced once it was given up. */
  let pending: object | null = null;
  /** Intervals without an answer on any connection, and without progress on this one. */
  let silentBeats = 0;
  let stuckBeats = 0;
  let progress = '';
  let answers = 0;
  let isSilent = false;
  let isStopped = false;

  function connect() {
    const connection = new Connection({ connectionString, application_name: 'sleeved pulse' });
    const attempt = { connection, ready: connection.connect(), isUp: false };
    attempt.ready.then(
      () => (attempt.isUp = true),
      () => {},
    );
    // A connection that ends is noticed with the next query.
    connection.on('error', () => {});
    return attempt;
  }

  function disconnect(): void {
    current?.connection.cut();
    current = null;
  }

  function check(): void {
    const query = {};
    pending = query;
    current ??= connect();
    const { connection, ready } = current;
    const received = (isRefused: boolean) => {
      // Given up meanwhile.
      if (pending !== query) return;
      pending = null;
      if (isRefused) disconnect();
      if (isSilent) notify.back();
      isSilent = false;
    };
    ready
      .then(() => connection.query('select 1'))
      .then(
        () => received(false),
        () => received(true),
      );
  }

  function tick(): void {
    if (isStopped) return;
    if (pending) {
      measure();
      if (silentBeats < most && stuckBeats < 2 * most) return;
      disconnect();
      if (silentBeats >= most && !isSilent) {
        isSilent = true;
        notify.silent();
      }
    }
    check();
    [silentBeats, stuckBeats, progress, answers] = [0, 0, current?.connection.progress ?? '', notify.answers?.() ?? 0];
  }

  function measure(): void {
    const [before, answersBefore] = [progress, answers];
    [progress, answers] = [current?.connection.progress ?? '', notify.answers?.() ?? 0];
    stuckBeats = progress === before ? stuckBeats + 1 : 0;
    silentBeats = progress === before && answers === answersBefore ? silentBeats + 1 : 0;
  }

  /**
   * Runs after the pending input of the event loop was read. Connecting (SCRAM) computes for several ticks without
   * progress, so then an interval is three ticks long.
   */
  let isScheduled = false;
  function tickAfter(ticks: number): void {
    isScheduled = ticks > 0;
    if (isScheduled) setImmediate(() => tickAfter(ticks - 1));
    else tick();
  }

  // Intervals are counted instead of time: a process that was busy or suspended has missed one, and then reads its
  // input.
  const timer = setInterval(() => isScheduled || tickAfter(current?.isUp ? 1 : 3), everyMs).unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      const last = current;
      current = null;
      // Closes in order where the server can answer, so that it knows at once.
      if (last === null || pending) last?.connection.cut();
      else await last.connection.end();
      pending = null;
    },
  };
}
