import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { usedCpuMs } from './cpu.ts';

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
  headers: Record<string, string>;
  requests: LoadRequest[];
  /** Index of the first request; the list is walked round and round. */
  from: number;
  /** Each request of the list is sent once, and the round ends with the list. */
  once: boolean;
}

export interface RoundResult {
  /** Answers a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  answered: number;
  failed: number;
  statuses: Record<string, number>;
  /** Processor time of the asked process for one answer, in microseconds: hardly moved by what else the machine does. */
  cpuUs: number;
}

export interface LoadGenerator {
  run(round: Round): Promise<RoundResult>;
  /** Processor time that it has used so far, in milliseconds: it shares the machine with what it asks. */
  cpuMs(): number;
  close(): void;
}

/** The process that makes the requests. One for the whole run: both sides of a comparison meet the same, equally warm, generator. */
export function startLoadGenerator(): LoadGenerator {
  const child: ChildProcess = fork(join(import.meta.dirname, 'load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  return {
    run: (round) =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`the load generator ended with code ${code}`));
        child.once('exit', ended);
        child.once('message', (result) => {
          child.off('exit', ended);
          resolve(result as RoundResult);
        });
        child.send(round);
      }),
    cpuMs: () => usedCpuMs(child.pid),
    close: () => child.disconnect(),
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The rounds of one side as one result: the median of each figure, the sum of what was counted. */
export function summary(rounds: RoundResult[]): RoundResult {
  const statuses: Record<string, number> = {};
  for (const round of rounds) for (const [status, count] of Object.entries(round.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
  return {
    rate: median(rounds.map((round) => round.rate)),
    p50: median(rounds.map((round) => round.p50)),
    p99: median(rounds.map((round) => round.p99)),
    answered: rounds.reduce((sum, round) => sum + round.answered, 0),
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
    statuses,
    cpuUs: median(rounds.map((round) => round.cpuUs)),
  };
}
