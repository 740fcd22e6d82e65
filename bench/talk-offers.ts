import type { Platform } from '#platform/platform.ts';
import type { MeasuredProcess } from './app.ts';
import { type Target, table } from './report.ts';
import { type LoadRequest, startLoadGenerator } from './rounds.ts';

const warmUp = 500;
const connections = 50;

export interface TalkOffers {
  app: MeasuredProcess;
  pool: Platform['pool'];
  memberIds: readonly string[];
  tokens: readonly string[];
  say(line: string): void;
}

/** Offers for as many listings, each by another member in turn, all at once as fast as they are answered. */
export async function benchTalkOffers({ app, pool, memberIds, tokens, say }: TalkOffers): Promise<Target[]> {
  const { rows } = await pool.query<{ id: string; amount: number; currency: string }>(
    `select id, price_amount::int as amount, currency from listing where status = 'active' and accepts_offers and price_amount >= 100 order by md5(id)`,
  );
  const requests: LoadRequest[] = rows.map(({ id, amount, currency }, n) => ({
    method: 'POST',
    path: `/api/listings/${id}/offers`,
    headers: {
      authorization: `Bearer ${tokens[n % memberIds.length]}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${n % 200}.${(n >> 8) % 250}.1`,
    },
    body: JSON.stringify({ amount: { amount: Math.ceil(amount * 0.8), currency } }),
  }));
  const load = startLoadGenerator();
  try {
    const run = (some: LoadRequest[]) => load.run({ url: app.url, connections, seconds: 0, headers: {}, requests: some, from: 0, once: true });
    await run(requests.slice(0, warmUp));
    const before = app.cpuMs();
    const { rate, p50, p99, answered, failed, statuses } = await run(requests.slice(warmUp));
    const cpu = (app.cpuMs() - before) / answered;
    const row = [rate.toFixed(0), p50.toFixed(0), p99.toFixed(0), cpu.toFixed(2), String(answered), JSON.stringify(statuses)];
    say(table(['making an offer', 'a second', 'p50 ms', 'p99 ms', 'CPU ms each', 'n', 'answers'], [['50 connections', ...row]]));
    return [{ what: 'offers made a second', measured: rate.toFixed(0), asked: '≥ 300', met: rate >= 300 && failed === 0 }];
  } finally {
    load.close();
  }
}
