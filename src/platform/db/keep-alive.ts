import { setTimeout as pause } from 'node:timers/promises';

/** Pauses before the first and the second new start within a minute; the third end is the last. */
const pausesMs = [200, 2_000];
const windowMs = 60_000;

export interface WatchedServer {
  /** False once somebody has asked it to stop. */
  isWanted(): boolean;
  /** Resolves when the server has ended. */
  ended(): Promise<void>;
  startAgain(): Promise<void>;
  say(line: string): void;
}

/**
 * Starts a server again each time it ends by itself. Resolves with a sentence when that has become hopeless, with null
 * when it was asked to stop.
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
        return `The embedded database failed ${failures.length} times within a minute (${why}). Start the market again, and look at the disk.`;
      say(`The embedded database has ended (${why}). Starting it again…`);
      await pause(pauseMs);
      if (!isWanted()) return null;
      try {
        await startAgain();
        isUp = true;
        say('The embedded database runs again.');
      } catch (error) {
        why = String((error as Error).message);
      }
    }
  }
}
