import { Connection } from './connection.ts';

/**
 * Asked this often; with nothing heard for `missed` beats the server counts as silent: 2.5 to 3.5 s after it has
 * frozen.
 */
const pulse = { everyMs: 500, missed: 5 };

export interface Pulse {
  /** Resolves when its line has ended. */
  stop(): Promise<void>;
}

export interface PulseListener {
  silent(): void;
  back(): void;
  /** How many answers others have had from the same server so far, on lines of their own. */
  answers?(): number;
}

/**
 * Asks a database `select 1` on a line of its own, for as long as it is not stopped, and tells when the server says
 * nothing at all (frozen, or its host is gone) and when it speaks again. A refusal is an answer: whoever asks next gets
 * their own. Nobody's slow statement is a silence, since this line has none. Nor is a line that comes on slowly because
 * this process is busy, or one that waits its turn in a pooler while others are answered.
 */
export function watchPulse(connectionString: string, notify: PulseListener, { everyMs, missed: most } = pulse): Pulse {
  let line: { connection: Connection; ready: Promise<unknown>; isUp: boolean } | null = null;
  /** What is being asked; another one once it was given up. */
  let question: object | null = null;
  /** Beats since anything was heard of the server by anybody, and since this line came further. */
  let quiet = 0;
  let stuck = 0;
  let progress = '';
  let answers = 0;
  let isSilent = false;
  let isStopped = false;

  function dial() {
    const connection = new Connection({ connectionString, application_name: 'sleeved pulse' });
    const dialled = { connection, ready: connection.connect(), isUp: false };
    dialled.ready.then(
      () => (dialled.isUp = true),
      () => {},
    );
    // A line that ends shows itself with the next question.
    connection.on('error', () => {});
    return dialled;
  }

  function hangUp(): void {
    line?.connection.cut();
    line = null;
  }

  function ask(): void {
    const asked = {};
    question = asked;
    line ??= dial();
    const { connection, ready } = line;
    const received = (isRefused: boolean) => {
      // Given up meanwhile.
      if (question !== asked) return;
      question = null;
      if (isRefused) hangUp();
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

  function judge(): void {
    if (isStopped) return;
    if (question) {
      listen();
      if (quiet < most && stuck < 2 * most) return;
      hangUp();
      if (quiet >= most && !isSilent) {
        isSilent = true;
        notify.silent();
      }
    }
    ask();
    [quiet, stuck, progress, answers] = [0, 0, line?.connection.progress ?? '', notify.answers?.() ?? 0];
  }

  function listen(): void {
    const [before, answersBefore] = [progress, answers];
    [progress, answers] = [line?.connection.progress ?? '', notify.answers?.() ?? 0];
    stuck = progress === before ? stuck + 1 : 0;
    quiet = progress === before && answers === answersBefore ? quiet + 1 : 0;
  }

  /**
   * After what came meanwhile has been read. Signing in computes for seven turns of the event loop without a word, so a
   * beat of a call is three long.
   */
  let isJudging = false;
  function judgeAfter(turns: number): void {
    isJudging = turns > 0;
    if (isJudging) setImmediate(() => judgeAfter(turns - 1));
    else judge();
  }

  // Beats are counted, not time: a process that was busy or asleep has missed one, and then reads what came meanwhile.
  const timer = setInterval(() => isJudging || judgeAfter(line?.isUp ? 1 : 3), everyMs).unref();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      const last = line;
      line = null;
      // With a farewell, where it would be heard: the server then knows at once that nobody is left.
      if (last === null || question) last?.connection.cut();
      else await last.connection.end();
      question = null;
    },
  };
}
