import { type ChildProcess, fork } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { minuteMs } from '#kernel/time.ts';
import { reasonOf } from '#platform/log/fault.ts';
import type { Log } from '#platform/log/log.ts';
import { programFile } from '#platform/program.ts';

/** A process that has had nothing to do for this long is let go: it holds some 100 MB. */
const idleMs = 60_000;
/** One job runs beside another in it, and each may hold a connection while it asks by a second one. */
const connections = 8;
/** Jobs say how far they are by rows and end in minutes; a process that says nothing for this long is stopped or hangs, and holds what it began. */
const silentMs = 30 * minuteMs;
/** It holds a part of the index at most, and is no second market where memory is short. */
const heapMb = 512;
/** Its young generation: of small ones a fifth of what it does for a file is collecting what died a moment later. */
const youngMb = 32;
/** It is ready in a second or two, on a machine full of other work in half a minute; one that hangs before holds the job that it was begun for, and each after it. */
const readyWithinMs = 2 * minuteMs;
/** So many that end before they are ready, one after the other, say that there is no room for one. */
const startsTried = 3;
/** Then another is tried this long after the last. */
const triedAgainMs = 10 * minuteMs;

export const onOurDisk = '--on-our-disk';

/** Where the loop of the one that people ask was busy for less of the time than this since the last order, hardly anybody asks. */
const quietShare = 0.2;
/** An order that comes so long after the last one says nothing of that: a night in which nobody asked makes a busy morning look quiet. */
const latelyMs = 15_000;

/** No number of Node's own. */
const databaseAway = 75;
const withoutDatabase = 'it cannot reach the database';
/** How one ends that could start, ready or not: let go, or without a database. */
const noFaults = ['0', withoutDatabase];

/** That the database is not there. No answer in time, or no connection for one more, may be for good, and the market has connections of its own. */
const notThere = /^(57P0[1-5]|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** With what a process ends that this kept from beginning. Without a database nothing is wrong with it, and the market would reach it no better. */
export function exitOf(error: unknown): number {
  // Drizzle wraps the driver's error, with the query beside it.
  const fault = error instanceof Error && 'query' in error ? error.cause : error;
  const { code } = (fault ?? {}) as { code?: unknown };
  return typeof code === 'string' && notThere.test(code) ? databaseAway : 1;
}

/** Which job, and what it is told. */
export interface JobOrder {
  id: number;
  task: string;
  payload: Record<string, unknown>;
  /** Hardly anybody asks the market's process: the job need not rest for others. */
  isQuiet: boolean;
}
/** Without `reason`: it is done. */
export interface JobAnswer {
  id: number;
  reason?: string;
  stack?: string | undefined;
}
/** It has opened the market, and takes orders. */
export const ready = { isReady: true } as const;

/** Where jobs run that keep a processor: a process of its own, begun with the first of them. */
export interface JobsApart {
  /**
   * Rejects where the job fails, or its process dies: the queue tries again. Where several processes in a row have not come to stand (no memory, no fork), the job runs
   * `here` until one does: better slowly than never.
   */
  run(task: string, payload: Record<string, unknown>, here: () => Promise<void>): Promise<void>;
  /** Ends the process; what is still running in it is undone by the database. */
  close(): void;
}

export interface JobsApartOptions {
  databaseUrl: string;
  /** The database is the embedded one, so that its disk is ours to watch. */
  isOnOurDisk: boolean;
  log: Log;
  settings?: NodeJS.ProcessEnv;
  /** What runs it. */
  execPath?: string;
}

export function openJobsApart({ databaseUrl, isOnOurDisk, log, settings = process.env, execPath = process.execPath }: JobsApartOptions): JobsApart {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let orders = 0;
  /** Processes in a row that ended before they were ready, and when the last did. */
  let failedStarts = 0;
  let failedAt = 0;
  let usedBefore = performance.eventLoopUtilization();
  const waiting = new Map<number, { by: ChildProcess; resolve(): void; reject(error: Error): void }>();

  function start(): ChildProcess {
    const pool = Math.min(connections, Number(settings.DATABASE_POOL ?? connections));
    const env = { ...settings, DATABASE_URL: databaseUrl, DATABASE_POOL: String(pool) };
    const begun = fork(programFile('app/run-jobs'), isOnOurDisk ? [onOurDisk] : [], {
      env,
      execPath,
      execArgv: [...process.execArgv, `--max-old-space-size=${heapMb}`, `--max-semi-space-size=${youngMb}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let isReady = false;
    let isOver = false;
    begun.on('message', (message: JobAnswer | typeof ready) => {
      if ('isReady' in message) {
        isReady = true;
        clearTimeout(hangs);
        if (failedStarts >= startsTried) log.info('the process of long jobs is there again', { failedStarts });
        failedStarts = 0;
        return;
      }
      const { id, reason, stack } = message;
      const order = waiting.get(id);
      if (reason === undefined) order?.resolve();
      else order?.reject(Object.assign(new Error(reason), stack === undefined ? {} : { stack: `Error: ${reason}\n${stack}` }));
    });
    const fail = (why: string) => {
      clearTimeout(hangs);
      if (child === begun) child = null;
      if (!isReady && !isOver && !noFaults.includes(why)) couldNotStart(why);
      isOver = true;
      for (const { by, reject } of waiting.values()) if (by === begun) reject(new Error(`the process of long jobs ended (${why})`));
    };
    const hangs = setTimeout(() => {
      fail('it was not ready in time');
      begun.kill('SIGKILL');
    }, readyWithinMs).unref();
    begun.on('error', ({ message }) => fail(message));
    begun.on('exit', (code, signal) => fail(code === databaseAway ? withoutDatabase : String(signal ?? code)));
    return begun;
  }

  function couldNotStart(why: string): void {
    failedAt = performance.now();
    failedStarts++;
    const told = { why, failedStarts };
    if (failedStarts === startsTried) log.error('the process of long jobs cannot start: this one does them itself, slowly, until it can', told);
    else log.warn('the process of long jobs could not start', told);
  }

  function close(): void {
    clearTimeout(idle);
    // It ends as soon as nobody is there to hear of its jobs.
    if (child?.connected) child.disconnect();
  }

  return {
    run: async (task, payload, here) => {
      if (failedStarts >= startsTried && performance.now() - failedAt < triedAgainMs) return await here();
      clearTimeout(idle);
      try {
        child = child?.connected ? child : start();
      } catch (error) {
        // Where there is no memory for it, it is not even begun.
        couldNotStart(reasonOf(error));
        throw error;
      }
      const asked = child;
      const id = ++orders;
      const used = performance.eventLoopUtilization();
      const { idle: free, active, utilization } = performance.eventLoopUtilization(used, usedBefore);
      const isQuiet = free + active < latelyMs && utilization < quietShare;
      usedBefore = used;
      const late = setTimeout(() => asked.kill('SIGKILL'), silentMs).unref();
      try {
        await new Promise<void>((resolve, reject) => {
          waiting.set(id, { by: asked, resolve, reject });
          asked.send({ id, task, payload, isQuiet } satisfies JobOrder, (error) => {
            if (error) reject(error);
          });
        });
      } finally {
        clearTimeout(late);
        waiting.delete(id);
        if (waiting.size === 0) idle = setTimeout(close, idleMs).unref();
      }
    },
    close,
  };
}
