import type { MeasuredProcess } from './app.ts';
import { type LoadGenerator, type LoadRequest, type RoundResult, summary } from './rounds.ts';
import type { Scenario, Side } from './scenarios.ts';

export interface Measured {
  scenario: string;
  connections: number;
  app: RoundResult;
  bare: RoundResult | null;
  does: string | null;
  /** App rate through bare rate. */
  ratio: number | null;
  /** Processor time of the bare server through that of the app, for one answer. */
  cpuRatio: number | null;
  peakMb: number;
}

export interface MeasureOptions {
  load: LoadGenerator;
  seconds: number;
  rounds: number;
  connections: number[];
}

/** What is asked anew is measured of code that has answered so often: a second of a slow side is a hundred answers, of which most is the compiling of what gives them. */
const answersBefore = 1_000;
const roundsBefore = 12;

/** What the app has drawn beforehand: once for all scenarios that ask for the same. */
const drawn = new WeakSet<LoadRequest[]>();

/** Rounds of app and bare server in alternation, so that whatever else the machine does meets both; the medians are kept. */
export async function measure(scenario: Scenario, app: MeasuredProcess, bare: MeasuredProcess | null, options: MeasureOptions): Promise<Measured[]> {
  const { load, seconds, rounds } = options;
  const used = new Map<Side, number>();
  const walked = new Map<Side, number>();
  const round = async (at: MeasuredProcess, side: Side, connections: number, length: number) => {
    const { onceEach } = scenario;
    const from = used.get(side) ?? 0;
    const requests = onceEach ? side.requests.slice(from, from + onceEach) : side.requests;
    if (onceEach) used.set(side, from + onceEach);
    if (requests.length === 0) throw new Error(`${scenario.name}: no requests are left`);
    const before = at.cpuMs();
    const result = await load.run({
      url: at.url,
      connections,
      seconds: length,
      headers: side.headers ?? {},
      requests,
      from: scenario.isAnew ? (walked.get(side) ?? 0) : 0,
      once: onceEach !== undefined,
    });
    walked.set(side, (walked.get(side) ?? 0) + result.answered);
    return { ...result, cpuUs: ((at.cpuMs() - before) * 1_000) / Math.max(1, result.answered) };
  };
  const results: Measured[] = [];
  const { drawnBefore } = scenario;
  if (drawnBefore && !drawn.has(drawnBefore)) {
    drawn.add(drawnBefore);
    await load.run({ url: app.url, connections: 10, seconds: 0, headers: {}, requests: drawnBefore, from: 0, once: true });
  }
  const warm = async (at: MeasuredProcess, side: Side) => {
    const least = scenario.isAnew && !drawnBefore ? answersBefore : 1;
    for (let answered = 0, rounds = 0; answered < least && rounds < roundsBefore; rounds++) answered += (await round(at, side, 10, 1)).answered;
  };
  await warm(app, scenario.app);
  if (scenario.bare && bare) await warm(bare, scenario.bare);
  for (const connections of options.connections) {
    const ours: RoundResult[] = [];
    const theirs: RoundResult[] = [];
    app.peakMb();
    for (let i = 0; i < rounds; i++) {
      ours.push(await round(app, scenario.app, connections, seconds));
      if (scenario.bare && bare) theirs.push(await round(bare, scenario.bare, connections, seconds));
    }
    const appSummary = summary(ours);
    const bareSummary = theirs.length > 0 ? summary(theirs) : null;
    results.push({
      scenario: scenario.name,
      connections,
      app: appSummary,
      bare: bareSummary,
      does: scenario.bare?.does ?? null,
      ratio: bareSummary ? appSummary.rate / bareSummary.rate : null,
      cpuRatio: bareSummary ? bareSummary.cpuUs / appSummary.cpuUs : null,
      peakMb: app.peakMb(),
    });
  }
  return results;
}
