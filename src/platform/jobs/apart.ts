import { type ChildProcess, fork } from 'node:child_process';
import { minuteMs } from '#kernel/time.ts';
import { programFile } from '#platform/program.ts';

/** A process that has had nothing to do for this long is let go: it holds some 100 MB. */
const idleMs = 60_000;
/** One job runs beside another in it, and each may hold a connection while it asks by a second one. */
const connections = 8;
/** Jobs say how far they are by rows and end in minutes; a process that says nothing for this long is stopped or hangs, and holds what it began. */
const silentMs = 30 * minuteMs;
/** It holds a part of the index at most, and is no second market where memory is short. */
const heapMb = 512;

export const onOurDisk = '--on-our-disk';

/** Which job, and what it is told. */
export interface JobOrder {
  id: number;
  task: string;
  payload: Record<string, unknown>;
}
/** Without `reason`: it is done. */
export interface JobAnswer {
  id: number;
  reason?: string;
  stack?: string | undefined;
}

/** Where jobs run that keep a processor: a process of its own, begun with the first of them. */
export interface JobsApart {
  /** Rejects where the job fails, or its process dies: the queue tries again. */
  run(task: string, payload: Record<string, unknown>): Promise<void>;
  /** Ends the process; what is still running in it is undone by the database. */
  close(): void;
}

/** `isOnOurDisk`: the database is the embedded one, so that its disk is ours to watch. */
export function openJobsApart(databaseUrl: string, isOnOurDisk: boolean, settings: NodeJS.ProcessEnv = process.env): JobsApart {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  let orders = 0;
  const waiting = new Map<number, { by: ChildProcess; resolve(): void; reject(error: Error): void }>();

  function start(): ChildProcess {
    const pool = Math.min(connections, Number(settings.DATABASE_POOL ?? connections));
    const env = { ...settings, DATABASE_URL: databaseUrl, DATABASE_POOL: String(pool) };
    const begun = fork(programFile('app/run-jobs'), isOnOurDisk ? [onOurDisk] : [], {
      env,
      execArgv: [...process.execArgv, `--max-old-space-size=${heapMb}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    begun.on('message', ({ id, reason, stack }: JobAnswer) => {
      const order = waiting.get(id);
      if (reason === undefined) order?.resolve();
      else order?.reject(Object.assign(new Error(reason), stack === undefined ? {} : { stack: `Error: ${reason}\n${stack}` }));
    });
    const fail = (why: string) => {
      if (child === begun) child = null;
      for (const { by, reject } of waiting.values()) if (by === begun) reject(new Error(`the process of long jobs ended (${why})`));
    };
    begun.on('error', ({ message }) => fail(message));
    begun.on('exit', (code, signal) => fail(String(signal ?? code)));
    return begun;
  }

  function close(): void {
    clearTimeout(idle);
    // It ends as soon as nobody is there to hear of its jobs.
    if (child?.connected) child.disconnect();
  }

  return {
    run: async (task, payload) => {
      clearTimeout(idle);
      child = child?.connected ? child : start();
      const asked = child;
      const id = ++orders;
      const late = setTimeout(() => asked.kill('SIGKILL'), silentMs).unref();
      try {
        await new Promise<void>((resolve, reject) => {
          waiting.set(id, { by: asked, resolve, reject });
          asked.send({ id, task, payload } satisfies JobOrder, (error) => {
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
