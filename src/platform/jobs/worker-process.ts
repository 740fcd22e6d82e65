import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs } from '#kernel/time.ts';
import { reasonOf } from '#platform/log/fault.ts';
import type { Log } from '#platform/log/log.ts';

/** The child's message when it takes jobs. */
export const workerReady = 'ready';

/**
 * A child that ended is started again after `firstMs`, twice as long after each child that ran for less than
 * `steadyMs`, and at most `longestMs`.
 */
const restart = { firstMs: 1_000, longestMs: minuteMs, steadyMs: minuteMs };
/** A child drains for about five seconds; after this time it counts as hanging. */
const killAfterMs = 10_000;

export interface WorkerProcess {
  /** Whether the child runs and takes jobs. */
  isReady(): boolean;
  /** Stops the child after its running jobs, and resolves when it has ended. */
  close(): Promise<void>;
}

export interface WorkerProcessOptions {
  /**
   * The file that the child runs. It sends `workerReady`, stops on SIGTERM, and stops when its parent is gone
   * (`disconnect`).
   */
  program: string;
  args?: readonly string[];
  env: NodeJS.ProcessEnv;
  log: Log;
  timing?: typeof restart;
}

/**
 * Starts the worker as a child process, and restarts it whenever it ends, until it is closed. The child inherits our
 * outputs.
 */
export function startWorkerProcess({
  program,
  args = [],
  env,
  log,
  timing = restart,
}: WorkerProcessOptions): WorkerProcess {
  const closing = new AbortController();
  let child: ChildProcess | null = null;
  let isReady = false;

  /** Resolves with the reason when the child has ended. */
  const run = () =>
    new Promise<string>((resolve) => {
      try {
        child = fork(program, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      } catch (error) {
        resolve(reasonOf(error));
        return;
      }
      child.on('message', (message) => {
        isReady ||= message === workerReady;
      });
      const started = child;
      // A running process can also emit `error` when a signal cannot be sent: it has not ended then.
      started.on('error', (error) => {
        if (started.pid === undefined) resolve(reasonOf(error));
      });
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    }).finally(() => {
      child = null;
      isReady = false;
    });

  async function supervise(): Promise<void> {
    for (let waitMs = timing.firstMs; !closing.signal.aborted; waitMs = Math.min(waitMs * 2, timing.longestMs)) {
      const startedAt = performance.now();
      const reason = await run();
      if (closing.signal.aborted) return;
      if (performance.now() - startedAt >= timing.steadyMs) waitMs = timing.firstMs;
      log.error('the worker process ended, and is started again', { reason, waitMs });
      await pause(waitMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  }
  const supervised = supervise();

  return {
    isReady: () => isReady,
    close: async () => {
      closing.abort();
      child?.kill('SIGTERM');
      const late = setTimeout(() => child?.kill('SIGKILL'), killAfterMs);
      await supervised;
      clearTimeout(late);
    },
  };
}
