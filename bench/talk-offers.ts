import type { Platform } from '#platform/platform.ts';
import type { MeasuredProcess } from './app.ts';
import { type Target, table } from './report.ts';
import { type LoadRequest, startLoadGenerator } from './rounds.ts';

const warmUp = 500;
const connections = 50;

export interface TalkOffers {
  app: MeasuredProcess;
  /** Null where the server is not ours. */
  databaseCpuMs: (() => number) | null;
  pool: Platform['pool'];
  memberIds: readonly string[];
  tokens: readonly string[];
  say(line: string): void;
}

/** Offers for as many listings, each by another member in turn, all at once as fast as they are answered. */
export async function benchTalkOffers({ app, databaseCpuMs, pool, memberIds, tokens, say }: TalkOffers): Promise<Target[]> {
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
    // What all processes use for one offer is what two cores have to give: their sum says how many a second there can be.
    const used = () => [app.cpuMs(), databaseCpuMs?.() ?? Number.NaN, load.cpuMs()];
    const letters = async () =>
      (await pool.query<{ n: number }>('select count(*)::int as n from sent_mail where sent_at is not null')).rows[0]?.n ?? 0;
    const [before, lettersBefore] = [used(), await letters()];
    const { rate, p50, p99, answered, failed, statuses } = await run(requests.slice(warmUp));
    const each = used().map((ms, n) => ((ms - (before[n] ?? 0)) / answered).toFixed(2));
    const row = [rate.toFixed(0), p50.toFixed(0), p99.toFixed(0), ...each, String((await letters()) - lettersBefore), JSON.stringify(statuses)];
    const head = ['making an offer', 'a second', 'p50 ms', 'p99 ms', 'CPU ms each: app', 'PostgreSQL', 'asking', 'letters', 'answers'];
    say(table(head, [['50 connections', ...row]]));
    return [{ what: 'offers made a second', measured: rate.toFixed(0), asked: '≥ 300', met: rate >= 300 && failed === 0 }];
  } finally {
    load.close();
  }
}
