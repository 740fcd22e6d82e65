import { Connection } from './connection.ts';

/** Asked this often; unanswered for `missed` beats the server counts as silent: 2.5 to 3 s after it has frozen. */
export const pulse = { everyMs: 500, missed: 5 };

export interface Pulse {
  /** Resolves when its line has ended. */
  stop(): Promise<void>;
}

/**
 * Asks a database `select 1` on a line of its own, for as long as it is not stopped, and tells when the server says nothing at all (frozen, or its host is
 * gone) and when it speaks again. A refusal is an answer: whoever asks next gets their own. Nobody's slow statement is a silence, since this line has none.
 */
export function watchPulse(connectionString: string, tell: { silent(): void; back(): void }, { everyMs, missed: most } = pulse): Pulse {
  let line: { connection: Connection; ready: Promise<unknown> } | null = null;
  /** What is being asked; another one once it was given up. */
  let question: object | null = null;
  let missed = 0;
  let isSilent = false;

  function dial() {
    const connection = new Connection({ connectionString, application_name: 'sleeved pulse' });
    const dialled = { connection, ready: connection.connect() };
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
    const heard = (isRefused: boolean) => {
      // Given up meanwhile.
      if (question !== asked) return;
      question = null;
      if (isRefused) hangUp();
      if (isSilent) tell.back();
      isSilent = false;
    };
    ready
      .then(() => connection.query('select 1'))
      .then(
        () => heard(false),
        () => heard(true),
      );
  }

  // Beats are counted, not time: a process that slept itself has missed one, and then reads what came meanwhile.
  const timer = setInterval(() => {
    if (question) {
      missed++;
      if (missed < most) return;
      hangUp();
      if (!isSilent) tell.silent();
      isSilent = true;
    }
    missed = 0;
    ask();
  }, everyMs).unref();
  return {
    stop: async () => {
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
