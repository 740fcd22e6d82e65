import autocannon from 'autocannon';
import type { Round, RoundResult } from './rounds.ts';

/** Puts load on one server from a process of its own, so that making the requests costs the measured process nothing. */
process.on('message', (round: Round) => {
  void measure(round).then((result) => process.send?.(result));
});

/** Times are taken by the answer: autocannon's own figures are whole milliseconds and whole seconds, too coarse for short rounds of fast answers. */
async function measure(round: Round): Promise<RoundResult> {
  const { requests } = round;
  let next = round.from;
  const latencies: number[] = [];
  let firstAt = 0;
  let lastAt = 0;
  const result = await autocannon({
    url: round.url,
    connections: round.connections,
    timeout: 10,
    sampleInt: 200,
    ...(round.once ? { amount: requests.length } : { duration: round.seconds }),
    setupClient: (client) =>
      client.on('response', (_status, _bytes, ms) => {
        lastAt = performance.now();
        if (firstAt === 0) firstAt = lastAt - ms;
        latencies.push(ms);
      }),
    requests: [
      {
        setupRequest: (request) => {
          const chosen = requests[next++ % requests.length];
          return { ...request, ...chosen, headers: { ...round.headers, ...chosen?.headers } };
        },
      },
    ],
  });
  latencies.sort((a, b) => a - b);
  const quantile = (q: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * q))] ?? 0;
  return {
    rate: latencies.length / ((lastAt - firstAt) / 1_000),
    p50: quantile(0.5),
    p99: quantile(0.99),
    answered: latencies.length,
    failed: result.non2xx + result.errors + result.timeouts,
    cpuUs: 0,
    statuses: Object.fromEntries(Object.entries(result.statusCodeStats).map(([status, { count }]) => [status, count])),
  };
}
