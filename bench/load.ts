import autocannon from 'autocannon';
import type { Round, RoundResult } from './load-generator.ts';
import { quantile } from './statistics.ts';

/** Makes the requests from a process of its own, so that they cost the measured process nothing. */
process.on('message', (round: Round) => {
  void measure(round).then((result) => process.send?.(result));
});

/** Times are taken for each answer: autocannon's own are whole milliseconds, too coarse for short rounds. */
async function measure({ url, connections, seconds, requests, from, once }: Round): Promise<RoundResult> {
  let next = from;
  const latencies: number[] = [];
  let firstAt = 0;
  let lastAt = 0;
  const result = await autocannon({
    url,
    connections,
    timeout: 10,
    sampleInt: 200,
    ...(once ? { amount: requests.length } : { duration: seconds }),
    setupClient: (client) =>
      client.on('response', (_status, _bytes, ms) => {
        lastAt = performance.now();
        if (firstAt === 0) firstAt = lastAt - ms;
        latencies.push(ms);
      }),
    requests: [{ setupRequest: (request) => ({ ...request, ...requests[next++ % requests.length] }) }],
  });
  return {
    rate: latencies.length / Math.max(0.001, (lastAt - firstAt) / 1_000),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    answered: latencies.length,
    failed: result.non2xx + result.errors + result.timeouts,
    statuses: Object.fromEntries(Object.entries(result.statusCodeStats).map(([status, { count }]) => [status, count])),
  };
}
