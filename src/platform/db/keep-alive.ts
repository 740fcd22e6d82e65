import { setTimeout as pause } from 'node:timers/promises';

/** Delays before the first and the second restart within a minute; the third failure is final. */
const pausesMs = [200, 2_000];
const windowMs = 60_000;

export interface WatchedServer {
  /** False once it was stopped on purpose. */
  isWanted(): boolean;
  /** Resolves when the server has ended. */
  ended(): Promise<void>;
  startAgain(): Promise<void>;
  say(line: string): void;
}

/**
 * Restarts a server each time it ends unexpectedly. Resolves with a sentence when it has failed too often, with null
 * when it was stopped on purpose.
 */
export async function watchServer(
  { isWanted, ended, startAgain, say }: WatchedServer,
  now = () => Date.now(),
): Promise<string | null> {
  let failures: number[] = [];
  for (;;) {
    await ended();
    let why = 'it ended by itself';
    for (let isUp = false; !isUp; ) {
      if (!isWanted()) return null;
      failures = [...failures.filter((at) => at > now() - windowMs), now()];
      const pauseMs = pausesMs[failures.length - 1];
      if (pauseMs === undefined)
        return `The embedded database failed ${failures.length} times within 1 minute (${why}). Check the disk, then start Sleeved again.`;
      say(`The embedded database stopped (${why}). Restarting it…`);
      await pause(pauseMs);
      if (!isWanted()) return null;
      try {
        await startAgain();
        isUp = true;
        say('The embedded database is running again.');
      } catch (error) {
        why = String((error as Error).message);
      }
    }
  }
}
