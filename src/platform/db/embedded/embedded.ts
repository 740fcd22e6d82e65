import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { watchServer } from '../keep-alive.ts';
import { findBinaries, initialise, passwordOf, requireReachable, unprivilegedOwner } from './embedded-folder.ts';
import {
  connectAsSuperuser,
  connectRunning,
  endOf,
  lastServer,
  type Running,
  startServer,
  stopByPid,
  url,
} from './embedded-process.ts';
import { ensureMarketDatabase, marketPasswordOf, marketRole } from './embedded-role.ts';
import { type FolderUser, registerUser } from './folder-users.ts';
import { isRunning } from './process-state.ts';

/** Our own PostgreSQL server in a folder: the real server's binaries, fsync on, listening on loopback only. */
export interface EmbeddedServer {
  /** Connection string of the app's database, as a role that owns it and is no superuser. */
  url: string;
  /** Whether this call started the server; false: a running one was adopted. */
  started: boolean;
  /** Ends the use. The last user stops the server, also when another one started it. */
  leave(): Promise<void>;
  /** Stops it cleanly, also for other users: for tests and benches. */
  stop(): Promise<void>;
  /** Kills it: it recovers at its next start. */
  kill(): void;
  /**
   * From now on restarts the server on its port when it ends unexpectedly, after a growing delay. `onGivenUp` gets a
   * sentence when it has ended three times in a minute.
   */
  keepAlive(say: (line: string) => void, onGivenUp: (sentence: string) => void): void;
}

export interface EmbeddedOptions {
  /** Extra `-c name=value` settings; only the tests use them, to turn fsync off. */
  settings?: Record<string, string>;
  database?: string;
  /** For tests and benches, which create further databases. */
  mayMakeDatabases?: boolean;
}

/**
 * Starts the server whose files are under `folder`, or adopts the running one. Concurrent calls wait, and adopt it.
 * After a kill of our process the server may still run: it is adopted. After a kill of the server the pid of a zombie
 * holds the lock for a moment: starting is retried for five seconds, on the same port, where others may wait for it.
 * Throws an error with instructions when the folder cannot be used.
 */
export async function startEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  mkdirSync(folder, { recursive: true });
  const user = registerUser(folder);
  try {
    return await user.exclusively(() => startOrAdopt(folder, user, options));
  } catch (error) {
    user.leave();
    throw error;
  }
}

async function startOrAdopt(folder: string, user: FolderUser, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const data = join(folder, 'postgres');
  const database = options.database ?? 'sleeved';
  const binaries = await findBinaries();
  const owner = unprivilegedOwner();
  if (owner) {
    // The folder is ours: others may traverse it (its secrets are closed one by one). Its parents are not ours to open.
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
  await ensureMarketDatabase((name) => connectAsSuperuser(port, password, name), {
    name: database,
    password: marketPassword,
    mayMakeDatabases: options.mayMakeDatabases ?? false,
  });
  let isWanted = true;
  let isUser = true;
  const leave = async (always: boolean) => {
    if (!isUser) return;
    isUser = isWanted = false;
    await user.exclusively(async () => {
      if (!user.leave().isLast && !always) return;
      // Another user may have restarted it.
      const now: Running | null = isRunning(running.pid) ? running : await connectRunning(data, password);
      if (now) await stopByPid(data, now.pid);
    });
  };
  return {
    url: url(port, marketRole, marketPassword, database),
    started: adopted === null,
    leave: () => leave(false),
    stop: () => leave(true),
    kill: () => {
      isWanted = false;
      if (isRunning(running.pid)) process.kill(running.pid, 'SIGQUIT');
    },
    keepAlive: (say, onGivenUp) => {
      const watched = watchServer({
        isWanted: () => isWanted,
        ended: () => endOf(running.pid),
        startAgain: () =>
          user.exclusively(async () => {
            // Stopped meanwhile.
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
