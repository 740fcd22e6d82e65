import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../lib/statistics.ts';
import { table } from '../lib/table.ts';
import { startConversations } from './conversations.ts';
import { type Market, startMarket } from './market.ts';
import { type Members, makeMembers, renewTokens } from './members.ts';
import { startShop } from './shop.ts';
import type { Activity, Workload } from './workload.ts';

const kinds = ['process', 'database', 'both'] as const;
export type Kind = (typeof kinds)[number];

interface Kill {
  kind: Kind;
  /** Milliseconds until an act that started after the kill was acknowledged. */
  recoveryMs: number;
  /** Requests without a response at the kill. */
  underWay: number;
}

/** Jobs that died with their process are free again after some 16 s without a kill: every tenth kill waits for them. */
const killsInARow = 10;
const settleMs = 60_000;
const tokenMs = 20 * 60_000;

type StartActivity = (url: string, databaseUrl: () => string, members: Members) => Activity;

/**
 * Kills one process with the embedded PostgreSQL, the database or both, as `faults` says
 * (`process:200,database:50,both:50`), during purchases or during messages and offers.
 */
export async function benchFaults(faults: string, isTalk: boolean, say: (line: string) => void): Promise<void> {
  const startedAt = Date.now();
  const schedule = spread(readFaults(faults));
  say(`${schedule.length} kills of a market of one process during ${isTalk ? 'messages and offers' : 'purchases'}`);
  const { kills, problems, summary } = await killDuring(isTalk ? startConversations : startShop, schedule, say);
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  say(`\n${killTable(kills)}\n\n${summary}, ${problems.length} problems, ${seconds} s`);
  for (const problem of problems.slice(0, 20)) say(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

export interface FaultReport {
  kills: Kill[];
  problems: string[];
  /** What was acknowledged. */
  summary: string;
}

/** Kills in this order while members are active, and audits the database afterwards. */
export async function killDuring(
  start: StartActivity,
  schedule: readonly Kind[],
  say: (line: string) => void = () => {},
  patienceMs = 60_000,
): Promise<FaultReport> {
  const market = await startMarket();
  try {
    const members = await makeMembers(market.databaseUrl(), market.config);
    let signedInAt = Date.now();
    const { workload, unsettled, audit, summary } = start(market.process.url, market.databaseUrl, members);
    const kills: Kill[] = [];
    const problems: string[] = [];
    const words = () => `${summary()}, ${workload.retries} requests sent again`;
    try {
      for (const [i, kind] of schedule.entries()) {
        kills.push(await killOnce(kind, market, workload, patienceMs));
        if ((i + 1) % killsInARow !== 0) continue;
        problems.push(...(await untilNone(unsettled, settleMs)));
        if (Date.now() - signedInAt > tokenMs) {
          await renewTokens(members, market.databaseUrl(), market.config);
          signedInAt = Date.now();
        }
        say(`  ${i + 1} kills: ${words()}`);
      }
      await workload.end();
      problems.push(...(await untilNone(unsettled, settleMs)), ...(await untilNone(audit, settleMs)));
      return { kills, problems, summary: words() };
    } catch (error) {
      throw new Error([(error as Error).message, ...workload.complaints, market.process.output()].join('\n'), {
        cause: error,
      });
    } finally {
      await workload.cut();
    }
  } finally {
    await market.close();
  }
}

/** `process:200,database:50` as counts. */
function readFaults(text: string): Map<Kind, number> {
  const counts = new Map<Kind, number>();
  for (const part of text.split(',')) {
    const [, name, count] = /^(\w+):(\d+)$/.exec(part.trim()) ?? [];
    const kind = kinds.find((each) => each === name);
    if (!kind) throw new Error(`--faults ${text}: write for example process:200,database:50,both:50`);
    counts.set(kind, Number(count));
  }
  return counts;
}

/** Each kind evenly over the run: a process gives up when its database ends three times within a minute. */
function spread(counts: Map<Kind, number>): Kind[] {
  const places = [...counts].flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, i) => ({ kind, at: (i + 0.5) / count })),
  );
  return places.sort((a, b) => a.at - b.at).map(({ kind }) => kind);
}

/** Waits for two acts, kills, and waits for an act that started afterwards. */
async function killOnce(
  kind: Kind,
  { process: victim, databasePid }: Market,
  workload: Workload,
  patienceMs: number,
): Promise<Kill> {
  const until = async (isTrue: () => boolean, otherwise: string) => {
    for (const since = Date.now(); !isTrue(); await pause(10))
      if (Date.now() - since > patienceMs) throw new Error(`${otherwise} for ${patienceMs / 1_000} s`);
  };
  const enough = workload.done + 2;
  await until(() => workload.done >= enough, 'nothing is done');
  // Each kill comes at another moment of an act.
  await pause(Math.random() * 400);
  const [app, database] = [victim.pid(), databasePid()];
  const { underWay } = workload;
  const killedAt = Date.now();
  if (kind !== 'database') process.kill(app, 'SIGKILL');
  if (kind !== 'process') {
    process.kill(database ?? 0, 'SIGKILL');
    // The children of a killed server may finish their statements: only a new server counts.
    await until(() => ![null, database].includes(databasePid()), 'the database is not restarted');
  }
  const renewedAt = Date.now();
  await until(() => workload.lastStartedAt > renewedAt, `nothing is done after the kill of ${kind}`);
  return { kind, recoveryMs: Date.now() - killedAt, underWay };
}

/** A webhook or a job may still run: checks again until nothing is wrong or the time is over. */
export async function untilNone(check: () => Promise<string[]>, ms: number): Promise<string[]> {
  for (const since = Date.now(); ; await pause(500)) {
    const problems = await check().catch((error: Error) => [error.message]);
    if (problems.length === 0 || Date.now() - since > ms) return problems;
  }
}

function killTable(kills: readonly Kill[]): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  const rows = [...Map.groupBy(kills, ({ kind }) => kind)].map(([kind, all]) => [
    kind,
    String(all.length),
    ...[0.5, 0.95, 1].map((share) =>
      seconds(
        quantile(
          all.map(({ recoveryMs }) => recoveryMs),
          share,
        ),
      ),
    ),
    String(all.reduce((sum, { underWay }) => sum + underWay, 0)),
  ]);
  return table(['killed, until an act succeeds', 'times', 'median', 'p95', 'maximum', 'requests under way'], rows);
}
