import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export interface LoadRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Round {
  url: string;
  connections: number;
  seconds: number;
  requests: readonly LoadRequest[];
  /** Index of the first request. At the end of the list it begins again. */
  from: number;
  /** Sends each request of the list once instead of counting seconds. */
  once: boolean;
}

export interface RoundResult {
  /** Answers a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  answered: number;
  /** Answers that are not 2xx, errors and timeouts. */
  failed: number;
  statuses: Record<string, number>;
}

export interface LoadGenerator {
  run(round: Round): Promise<RoundResult>;
  close(): void;
}

/** One process for the whole run, so that both releases meet the same warm generator. */
export function startLoadGenerator(): LoadGenerator {
  const child: ChildProcess = fork(join(import.meta.dirname, 'load.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  return {
    run: (round) =>
      new Promise((resolve, reject) => {
        const onExit = (code: number | null) => reject(new Error(`the load generator ended with code ${code}`));
        child.once('exit', onExit);
        child.once('message', (result) => {
          child.off('exit', onExit);
          resolve(result as RoundResult);
        });
        child.send(round);
      }),
    close: () => child.disconnect(),
  };
}
