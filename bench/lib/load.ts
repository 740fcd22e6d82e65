import autocannon, { type Request } from 'autocannon';

export interface LoadRound {
  url: string;
  seconds: number;
  requests: readonly Request[];
  /** Index of the first request. The list repeats. */
  from: number;
  /** Sends each request of the list once, without regard to `seconds`. */
  once: boolean;
  /** Default: 10. */
  connections?: number;
}

export interface LoadResult {
  /** Responses per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  responses: number;
  /** Responses with another status than 2xx, errors and timeouts. */
  failed: number;
  /** Responses with status 201. */
  created: number;
}

/** One round of autocannon. */
export async function runLoad({
  url,
  seconds,
  requests,
  from,
  once,
  connections = 10,
}: LoadRound): Promise<LoadResult> {
  let next = from;
  const result = await autocannon({
    url,
    connections,
    timeout: 10,
    // The end of a round with a fixed amount is noticed at a sample.
    sampleInt: 50,
    ...(once ? { amount: requests.length } : { duration: seconds }),
    requests: [{ setupRequest: (request) => ({ ...request, ...requests[next++ % requests.length] }) }],
  });
  return {
    rate: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    responses: result.requests.total,
    failed: result.non2xx + result.errors + result.timeouts,
    created: result.statusCodeStats['201']?.count ?? 0,
  };
}
