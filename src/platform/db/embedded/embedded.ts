import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { watchServer } from '../keep-alive.ts';
import { findBinaries, initialise, passwordOf, requireReachable, unprivilegedOwner } from './embedded-folder.ts';
import {
  connectRunning,
  dialOwn,
  endOf,
  lastServer,
  type Running,
  startServer,
  stopByPid,
  url,
} from './embedded-process.ts';
import { ensureMarketDatabase, marketPasswordOf, marketRole } from './embedded-role.ts';
import { comeIn, type FolderUser } from './folder-users.ts';
import { isRunning } from './process-state.ts';

/** A PostgreSQL server of our own in a folder: the real server's binaries, fsync on, listening on loopback only. */
export interface EmbeddedServer {
  /** Connection string of the market's database on it, as a role that owns it and is no superuser. */
  url: string;
  /** Whether this call started it (false: one was already running and was adopted). */
  started: boolean;
  /** Needs it no more. The last one who used it stops it, whoever started it. */
  leave(): Promise<void>;
  /** Stops it cleanly, whoever else uses it: for tests and benches. */
  stop(): Promise<void>;
  /** Ends it at once: it recovers at its next start. */
  kill(): void;
  /**
   * From now on a server that ends by itself is started again on its port, after a pause that grows. `onGivenUp` hears
   * a sentence when it ended for the third time in a minute.
   */
  keepAlive(say: (line: string) => void, onGivenUp: (sentence: string) => void): void;
}

export interface EmbeddedOptions {
  /** Extra `-c name=value` settings; the tests turn fsync off with them, nothing else does. */
  settings?: Record<string, string>;
  database?: string;
  /** For tests and benches, which make databases of their own beside it. */
  mayMakeDatabases?: boolean;
}

/**
 * Starts (or adopts) the server whose files are under `folder`. Whoever comes meanwhile waits, and adopts it. After a
 * kill of our process the server may still run: it is adopted. After a kill of the server itself the pid of a zombie
 * holds the lock for a moment: starting is tried for five seconds, on the port that it had, where others may wait for
 * it. Throws an error whose message says what to do when the folder cannot be used.
 */
export async function startEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  mkdirSync(folder, { recursive: true });
  const user = comeIn(folder);
  try {
    return await user.alone(() => startOrAdopt(folder, user, options));
  } catch (error) {
    user.goOut();
    throw error;
  }
}

async function startOrAdopt(folder: string, user: FolderUser, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const data = join(folder, 'postgres');
  const database = options.database ?? 'sleeved';
  const binaries = await findBinaries();
  const owner = unprivilegedOwner();
  if (owner) {
    // The folder is ours: others may pass through it (its secrets are closed one by one). Its parents are not ours to
    // open.
    chmodSync(folder, (statSync(folder).mode & 0o7777) | 0o011);
    requireReachable(owner, [folder, dirname(binaries.postgres)]);
  }

  const password = passwordOf(folder);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries.initdb, data, password, owner);

  const parts = { binaries, data, password, owner, settings: options.settings ?? {} };
  const adopted = await connectRunning(data, password);
  let running = adopted ?? (await startServer(parts, { port: lastServer(data).port || null, mustBe: false }));
  const { port } = running;
  const marketPassword = marketPasswordOf(password);
  await ensureMarketDatabase((name) => dialOwn(port, password, name), {
    name: database,
    password: marketPassword,
    mayMakeDatabases: options.mayMakeDatabases ?? false,
  });
  let isWanted = true;
  let isIn = true;
  const goOut = async (always: boolean) => {
    if (!isIn) return;
    isIn = isWanted = false;
    await user.alone(async () => {
      if (!user.goOut().isLast && !always) return;
      // Somebody else who uses it may have started it again.
      const now: Running | null = isRunning(running.pid) ? running : await connectRunning(data, password);
      if (now) await stopByPid(data, now.pid);
    });
  };
  return {
    url: url(port, marketRole, marketPassword, database),
    started: adopted === null,
    leave: () => goOut(false),
    stop: () => goOut(true),
    kill: () => {
      isWanted = false;
      if (isRunning(running.pid)) process.kill(running.pid, 'SIGQUIT');
    },
    keepAlive: (say, onGivenUp) => {
      const watched = watchServer({
        isWanted: () => isWanted,
        ended: () => endOf(running.pid),
        startAgain: () =>
          user.alone(async () => {
            // Told to stop meanwhile.
            if (!isWanted) return;
            const other = await connectRunning(data, password);
            running = other?.port === port ? other : await startServer(parts, { port, mustBe: true });
          }),
        say,
      });
      void watched.then((sentence) => sentence !== null && onGivenUp(sentence));
    },
  };
}
