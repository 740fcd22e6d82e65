import { withClient } from './database.ts';
import { type LoadResult, runLoad } from './load.ts';
import type { Release } from './releases.ts';
import type { Scenario } from './scenario.ts';
import { median } from './statistics.ts';
import { ratio, table } from './table.ts';

/** The number of responses after which the server's hot code is compiled. */
const warmResponses = 1_000;
const maxWarmRounds = 6;

export interface MeasureOptions {
  rounds: number;
  seconds: number;
  isMillion: boolean;
  say(line: string): void;
}

/** Measures each scenario in rounds that alternate between the releases. Prints medians as one table. */
export async function measureScenarios(
  releases: readonly Release[],
  scenarios: readonly Scenario[],
  options: MeasureOptions,
) {
  const { isMillion, say } = options;
  const lines: string[][] = [];
  for (const scenario of scenarios) {
    say(`  ${scenario.name}`);
    const results = await measure(releases, scenario, options);
    for (const [n, { failed, created }] of results.entries()) {
      if (scenario.name === 'buy') await checkOrders(releases[n]?.databaseUrl ?? '', created);
      if (failed === 0) continue;
      say(`  ${scenario.name}: ${failed} requests of ${releases[n]?.name} failed`);
      process.exitCode = 1;
    }
    lines.push([
      scenario.name,
      ...results.map(({ rate }) => rate.toFixed(0)),
      ...ratio(results.map(({ rate }) => rate)),
      ...results.map(({ p50 }) => p50.toFixed(0)),
      ...results.map(({ p99 }) => p99.toFixed(0)),
      (isMillion ? scenario.millionGoal : scenario.goal) ?? '',
    ]);
  }
  const peaks = releases.map(({ app }) => app.peak());
  const memory = (name: string, megabytes: readonly number[], goal: string) => [
    name,
    ...megabytes.map((mb) => mb.toFixed(0)),
    ...ratio(megabytes),
    ...releases.flatMap(() => ['', '']),
    goal,
  ];
  const [own, children] = [peaks.map(({ ownMb }) => ownMb), peaks.map(({ childrenMb }) => childrenMb)];
  lines.push(memory('peak memory, MB', own, isMillion ? '550 MB' : '400 MB'));
  lines.push(memory('peak memory of child processes, MB', children, ''));
  const names = releases.map(({ name }) => name);
  const columns = (unit: string) => names.map((name) => `${name} ${unit}`);
  say(
    `\n${table(['', ...columns('/s'), ...(names.length > 1 ? ['ratio'] : []), ...columns('p50 ms'), ...columns('p99 ms'), 'target'], lines)}`,
  );
}

async function measure(
  releases: readonly Release[],
  scenario: Scenario,
  { rounds, seconds }: MeasureOptions,
): Promise<LoadResult[]> {
  const { requests, perRound, connections } = scenario;
  const results = releases.map((): LoadResult[] => []);
  const next = releases.map(() => 0);
  const run = async (n: number, url: string, forSeconds: number) => {
    const from = next[n] ?? 0;
    const round = perRound ? { requests: requests.slice(from, from + perRound), from: 0 } : { requests, from };
    const result = await runLoad({
      url,
      seconds: forSeconds,
      ...round,
      once: perRound !== undefined,
      ...(connections && { connections }),
    });
    next[n] = from + (perRound ?? result.responses);
    results[n]?.push(result);
    return result.responses;
  };
  for (const [n, { app }] of releases.entries()) {
    const most = perRound ? 1 : maxWarmRounds;
    for (let responses = 0, round = 0; responses < warmResponses && round < most; round++)
      responses += await run(n, app.url, 1);
  }
  for (let round = 0; round < rounds; round++)
    for (const [n, { app }] of releases.entries()) await run(n, app.url, seconds);
  return results.map((all) => {
    const of = (key: 'rate' | 'p50' | 'p99') => median(all.slice(-rounds).map((each) => each[key]));
    const sum = (key: 'responses' | 'failed' | 'created') => all.reduce((total, each) => total + each[key], 0);
    return {
      rate: of('rate'),
      p50: of('p50'),
      p99: of('p99'),
      responses: sum('responses'),
      failed: sum('failed'),
      created: sum('created'),
    };
  });
}

/** Every acknowledged order is stored and holds one copy. */
async function checkOrders(url: string, acknowledged: number): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ orders: number; held: number }>(
      `select (select count(*)::int from orders where status = 'pending_payment') as orders,
              (select coalesce(sum(quantity_held), 0)::int from listing) as held`,
    ),
  );
  const { orders = 0, held = 0 } = rows[0] ?? {};
  if (orders < acknowledged) throw new Error(`${acknowledged} orders were acknowledged, ${orders} are stored`);
  if (orders !== held) throw new Error(`${orders} orders hold ${held} copies`);
}
