import { openPlatform } from '#app/platform.server.ts';
import type { Config } from '#platform/config/config.ts';
import { createLog } from '#platform/log/log.ts';
import type { FilledMarket } from './fill.ts';
import { inTurns, renderer, shareOf } from './render.ts';
import { type Target, table } from './report.ts';
import { fillThreads } from './talk-fill.ts';

const [few, many] = [100, 10_000];
const times = 200;

/** What a member with 10,000 threads waits for beside one with a hundred, and a thread of 10,000 messages beside one of a hundred: pages in turns. */
export async function benchTalkPages(config: Config, url: string, market: FilledMarket, say: (line: string) => void): Promise<Target[]> {
  const { platform, close } = await openPlatform({ config, databaseUrl: url, log: createLog('warn') });
  try {
    const { pool } = platform;
    const { rows } = await pool.query<{ id: string }>('select id from listing order by id limit $1', [many]);
    const [small = '', large = '', ...others] = market.buyerIds.slice(0, 1_500);
    const inbox = (member: string, size: number) =>
      rows.slice(0, size).map(({ id }, n) => ({ a: member, b: others[n % others.length] ?? '', listingId: id, messages: 1 }));
    await fillThreads(pool, [...inbox(small, few), ...inbox(large, many)]);
    const [short = '', long = ''] = await fillThreads(pool, [
      { a: small, b: others[0] ?? '', messages: few },
      { a: small, b: others[1] ?? '', messages: many },
    ]);
    await pool.query('vacuum analyze thread, thread_message, thread_side');
    const render = await renderer(platform);
    const pairs: [what: string, small: () => Promise<number>, large: () => Promise<number>][] = [
      ['inbox', () => render('/messages', small), () => render('/messages', large)],
      ['inbox, a word that was said', () => render('/messages?q=corner', small), () => render('/messages?q=corner', large)],
      ['inbox, a word that nobody said', () => render('/messages?q=zebra', small), () => render('/messages?q=zebra', large)],
      ['thread', () => render(`/messages/${short}`, small), () => render(`/messages/${long}`, small)],
    ];
    const targets: Target[] = [];
    const lines: string[][] = [];
    for (const [what, ofSmall, ofLarge] of pairs) {
      const [a, b] = await inTurns(times, ofSmall, ofLarge);
      const ratio = shareOf(b, 0.5) / shareOf(a, 0.5);
      lines.push([what, ...[a, b].flatMap((taken) => [shareOf(taken, 0.5).toFixed(1), shareOf(taken, 0.95).toFixed(1)]), ratio.toFixed(2)]);
      targets.push({ what: `${what}: 10,000 beside 100, p50`, measured: `${ratio.toFixed(2)} ×`, asked: '≤ 1.5 ×', met: ratio <= 1.5 });
    }
    say(table(['page, ms', 'p50, 100', 'p95', 'p50, 10,000', 'p95', 'times'], lines));
    return targets;
  } finally {
    await close();
  }
}
