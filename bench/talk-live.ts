import { setTimeout as pause } from 'node:timers/promises';
import type { Platform } from '#platform/platform.ts';
import { shareOf } from './render.ts';
import { type Target, table } from './report.ts';
import { fillThreads } from './talk-fill.ts';
import { openTalkPage, type TalkPage } from './talk-socket.ts';

const sockets = 1_000;
const perSecond = 50;

export interface TalkLive {
  url: string;
  pool: Platform['pool'];
  memberIds: readonly string[];
  tokens: readonly string[];
  seconds: number;
  say(line: string): void;
}

/** 1,000 members with a thread open each say 50 things a second: from what a message bears as its moment until the other one's socket has it, and their counter. */
export async function benchTalkLive({ url, pool, memberIds, tokens, seconds, say }: TalkLive): Promise<Target[]> {
  const pairs = Array.from({ length: sockets / 2 }, (_, n) => ({ a: memberIds[2 * n] ?? '', b: memberIds[2 * n + 1] ?? '', messages: 2 }));
  const threads = await fillThreads(pool, pairs);
  const pages: TalkPage[] = [];
  for (let at = 0; at < sockets; at += 50) {
    const some = Array.from({ length: 50 }, (_, i) => at + i);
    pages.push(
      ...(await Promise.all(
        some.map((n) => openTalkPage(url, { memberId: memberIds[n] ?? '', threadId: threads[n >> 1] ?? '', token: tokens[n] ?? '' })),
      )),
    );
  }
  const refused: number[] = [];
  const sending: Promise<void>[] = [];
  const send = async ({ threadId, token }: TalkPage, n: number) => {
    const answer = await fetch(`${url}/api/threads/${threadId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-forwarded-for': `10.7.${n % 250}.1` },
      body: JSON.stringify({ text: `What is said as number ${n}`, clientId: `bench-${n}` }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 201) refused.push(answer.status);
  };
  const run = async (forSeconds: number, from: number) => {
    const begun = performance.now();
    const total = forSeconds * perSecond;
    for (let n = 0; n < total; n++) {
      const wait = begun + (n * 1_000) / perSecond - performance.now();
      if (wait > 0) await pause(wait);
      // Neighbours are one pair: each step goes to another one.
      const page = pages[((from + n) * 7) % sockets];
      if (page) sending.push(send(page, from + n));
    }
    await Promise.all(sending);
    await pause(1_000);
  };
  await run(3, 0);
  for (const page of pages) [page.shown, page.counted] = [[], []];
  await run(seconds, 10_000);
  const shown = pages.flatMap((page) => page.shown).sort((a, b) => a - b);
  const counted = pages.flatMap((page) => page.counted).sort((a, b) => a - b);
  for (const { socket } of pages) socket.terminate();
  const sent = seconds * perSecond;
  if (refused.length > 0 || shown.length !== sent) say(`  ${sent} sent, ${refused.length} refused (${[...new Set(refused)]}), ${shown.length} came`);
  const row = (what: string, times: number[]) => [what, String(times.length), ...[0.5, 0.99, 1].map((part) => shareOf(times, part).toFixed(0))];
  say(table(['1,000 sockets, 50 messages a second, ms', 'n', 'p50', 'p99', 'most'], [row('stored to shown', shown), row('to the counter', counted)]));
  const [p99, counterP99] = [shareOf(shown, 0.99), shareOf(counted, 0.99)];
  return [
    { what: 'message stored to shown, p99', measured: `${p99.toFixed(0)} ms`, asked: '≤ 100 ms', met: p99 <= 100 },
    { what: 'event to the counter, p99', measured: `${counterP99.toFixed(0)} ms`, asked: '≤ 1000 ms', met: counterP99 <= 1_000 },
    { what: 'messages lost or doubled', measured: String(Math.abs(sent - refused.length - shown.length)), asked: '0', met: sent === shown.length },
  ];
}
