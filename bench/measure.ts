import { withClient } from './database.ts';
import { type RoundResult, startLoadGenerator } from './load-generator.ts';
import type { Release } from './releases.ts';
import type { Row } from './rows.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';

const connections = 10;
/** A process that has answered so often has compiled what answers. */
const warmAnswers = 1_000;
const warmRounds = 6;

export interface MeasureOptions {
  rounds: number;
  seconds: number;
  isMillion: boolean;
  say(line: string): void;
}

interface Figures {
  rate: number;
  p50: number;
  p99: number;
  failed: number;
  created: number;
}

/** Measures each row in rounds, the releases by turns, and prints medians as one table. */
export async function measureRows(releases: readonly Release[], rows: readonly Row[], options: MeasureOptions) {
  const { isMillion, say } = options;
  const load = startLoadGenerator();
  const lines: string[][] = [];
  let bought = releases.map(() => 0);
  try {
    for (const row of rows) {
      say(`  ${row.name}`);
      const figures = await measureRow(releases, row, load, options);
      if (row.name === 'buy') bought = figures.map(({ created }) => created);
      for (const [i, { failed }] of figures.entries()) {
        if (failed === 0) continue;
        say(`  ${row.name}: ${failed} requests of ${releases[i]?.name} failed`);
        process.exitCode = 1;
      }
      lines.push([
        row.name,
        ...figures.map(({ rate }) => rate.toFixed(0)),
        ...ratio(figures.map(({ rate }) => rate)),
        ...figures.map(({ p50 }) => p50.toFixed(1)),
        ...figures.map(({ p99 }) => p99.toFixed(1)),
        (isMillion ? row.millionGoal : row.goal) ?? '',
      ]);
    }
  } finally {
    load.close();
  }
  for (const [i, { databaseUrl }] of releases.entries()) await checkOrders(databaseUrl, bought[i] ?? 0);
  const memory = releases.map(({ app }) => app.peak());
  const blank = releases.flatMap(() => ['', '']);
  const memoryLine = (name: string, values: readonly number[], goal: string) => [
    name,
    ...values.map((mb) => mb.toFixed(0)),
    ...ratio(values),
    ...blank,
    goal,
  ];
  lines.push(
    memoryLine(
      'memory at most, MB',
      memory.map(({ ownMb }) => ownMb),
      isMillion ? '550 MB' : '400 MB',
    ),
    memoryLine(
      '… of its child processes, MB',
      memory.map(({ childrenMb }) => childrenMb),
      '',
    ),
  );
  const names = releases.map(({ name }) => name);
  const head = [
    '',
    ...names.map((name) => `${name} /s`),
    ...(names.length > 1 ? ['ratio'] : []),
    ...names.map((name) => `${name} p50 ms`),
    ...names.map((name) => `${name} p99 ms`),
    'at least, at most',
  ];
  say(`\n${table(head, lines)}`);
}

/** The second of two through the first. */
export const ratio = ([first = 0, second]: readonly number[]) => (second === undefined ? [] : [first > 0 ? (second / first).toFixed(2) : '']);

async function measureRow(
  releases: readonly Release[],
  row: Row,
  load: ReturnType<typeof startLoadGenerator>,
  { rounds, seconds }: MeasureOptions,
): Promise<Figures[]> {
  const { requests, onceEach } = row;
  const next = releases.map(() => 0);
  const run = async (release: Release, at: number, forSeconds: number) => {
    const from = next[at] ?? 0;
    const some = onceEach === undefined ? requests : requests.slice(from, from + onceEach);
    const result = await load.run({
      url: release.app.url,
      connections,
      seconds: forSeconds,
      requests: some,
      from: onceEach === undefined ? from : 0,
      once: onceEach !== undefined,
    });
    next[at] = from + (onceEach ?? result.answered);
    return result;
  };
  const results: RoundResult[][] = releases.map(() => []);
  for (const [at, release] of releases.entries()) {
    const most = onceEach === undefined ? warmRounds : 1;
    for (let answered = 0, round = 0; answered < warmAnswers && round < most; round++) {
      const result = await run(release, at, 1);
      answered += result.answered;
      if (onceEach !== undefined) results[at]?.push(result);
    }
  }
  for (let round = 0; round < rounds; round++) for (const [at, release] of releases.entries()) results[at]?.push(await run(release, at, seconds));
  return results.map((all) => {
    const measured = all.slice(-rounds);
    return {
      rate: median(measured.map((each) => each.rate)),
      p50: median(measured.map((each) => each.p50)),
      p99: median(measured.map((each) => each.p99)),
      failed: all.reduce((sum, each) => sum + each.failed, 0),
      created: all.reduce((sum, each) => sum + (each.statuses['201'] ?? 0), 0),
    };
  });
}

/** Every order that was acknowledged must be there, once, and hold its copy. */
async function checkOrders(url: string, acknowledged: number): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ orders: string; held: string }>(
      `select (select count(*) from orders where status = 'pending_payment') as orders,
              (select coalesce(sum(quantity_held), 0) from listing) as held`,
    ),
  );
  const [orders, held] = [Number(rows[0]?.orders), Number(rows[0]?.held)];
  if (orders < acknowledged) throw new Error(`${acknowledged} orders were acknowledged, ${orders} are there`);
  if (orders !== held) throw new Error(`${orders} orders hold ${held} copies`);
}
