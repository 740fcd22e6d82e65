import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { createLiveClient } from '#platform/realtime/client/client.ts';
import type { LiveClientOptions } from '#platform/realtime/client/client-options.ts';
import { policy } from '#platform/realtime/client/policy/policy-times.ts';
import { realtimePath } from '#platform/realtime/protocol/protocol.ts';
import type { Fleet } from './fleet.ts';

export interface RollingReport {
  rounds: number;
  requests: number;
  /** Status or error of each failed request. */
  failed: string[];
  /** Acknowledged changes of the listing, and open pages that should receive each of them. */
  changes: number;
  pages: number;
  /** Changes that a page never received, and pages that had to reload because they could not resume. */
  missed: string[];
  /** How often a page reconnected to another process. */
  returns: number;
  seconds: number;
}

export interface RollingOptions {
  fleet: Fleet;
  /** Whether another round follows. */
  again(done: number): boolean;
  pages?: number;
  /** Delay between two requests of one client. */
  restMs?: number;
  say?(line: string): void;
}

const password = 'correct-horse-battery';

/**
 * Restarts the processes in turn, repeatedly, while clients read, a seller changes a price and open pages listen. The
 * report has every failed request and missed change.
 */
export async function rollingRestart({
  fleet,
  again,
  pages = 6,
  restMs = 50,
  say = () => {},
}: RollingOptions): Promise<RollingReport> {
  const startedAt = performance.now();
  const { cookie, listingId } = await makeSeller(fleet.url);
  const failed: string[] = [];
  let requests = 0;
  let isOver = false;
  // While pages settle after a round nothing is restarted, and many requests would only take CPU time from other tests.
  let isSettling = false;
  const untilNext = () => pause(isSettling ? 500 : restMs);

  async function ask(path: string, init: RequestInit = {}): Promise<{ version: number } | null> {
    requests++;
    try {
      const answer = await fetch(fleet.url + path, init);
      const text = await answer.text();
      if (answer.ok)
        return answer.headers.get('content-type')?.includes('json')
          ? (JSON.parse(text) as { version: number })
          : { version: 0 };
      failed.push(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      failed.push(`${init.method ?? 'GET'} ${path}: ${(error as Error).cause ?? error}`);
    }
    return null;
  }

  const open = Array.from({ length: pages }, () => openPage(fleet.url, listingId));
  await until(() => open.every((page) => page.isConnected()), 'the pages do not connect');
  const changed: number[] = [];
  const readers = ['/', `/listings/${listingId}`, `/api/listings/${listingId}`, '/api/listings'].map(async (path) => {
    for (; !isOver; await untilNext()) await ask(path);
  });
  const writer = (async () => {
    for (let amount = 500; !isOver; amount = amount === 500 ? 600 : 500) {
      const body = JSON.stringify({ price: { amount, currency: 'USD' } });
      const headers = { cookie, origin: fleet.url, 'content-type': 'application/json' };
      const answer = await ask(`/api/listings/${listingId}`, { method: 'PATCH', headers, body });
      if (answer) changed.push(answer.version);
      await untilNext();
    }
  })();

  let rounds = 0;
  for (; again(rounds); rounds++) {
    for (const each of fleet.processes) {
      const code = await each.stop();
      if (code !== 0) failed.push(`${each.name} ended with code ${code}: ${each.output().slice(-500)}`);
      await each.start();
      await fleet.proxy.untilUp(each.name);
    }
    // A page whose connection breaks more than five times in quick succession pauses for minutes (LI-09), by design:
    // real restarts have a pause between them.
    isSettling = true;
    await until(() => open.every((page) => page.holds()), 'the pages do not settle after a round');
    isSettling = false;
    say(`round ${rounds + 1}: ${requests} requests, ${failed.length} failed, ${changed.length} changes`);
  }
  isOver = true;
  await Promise.all([...readers, writer]);
  const last = changed.at(-1) ?? 0;
  await until(() => open.every((page) => page.received.has(last)), 'the pages do not hear of the last change').catch(
    () => {},
  );
  const missed = open.flatMap(({ received, gaps }, i) => [
    ...changed.filter((version) => !received.has(version)).map((version) => `page ${i} missed version ${version}`),
    ...Array.from({ length: gaps() }, () => `page ${i} could not resume`),
  ]);
  for (const page of open) page.close();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const returns = open.reduce((sum, page) => sum + page.openings() - 1, 0);
  return { rounds, requests, failed, changes: changed.length, pages, missed, returns, seconds };
}

async function makeSeller(url: string): Promise<{ cookie: string; listingId: string }> {
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    const answer = await fetch(url + path, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const name = `roller_${Date.now() % 100_000}`;
  const signedUp = await send('/api/auth/sign-up/email', {
    email: `${name}@example.test`,
    password,
    username: name,
    location: 'Lyon, FR',
  });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const draft = {
    game: 'pokemon',
    name: 'Charizard',
    condition: 'good',
    price: { amount: 500, currency: 'USD' },
    status: 'active',
  };
  const listed = (await (await send('/api/listings', draft, { cookie })).json()) as { id: string };
  return { cookie, listingId: listed.id };
}

/** A page as in a browser: the app's own client, with its reconnection policy. */
function openPage(url: string, listingId: string) {
  let openings = 0;
  let gaps = 0;
  let openedAt: number | null = null;
  const received = new Set<number>();
  class PageSocket extends WebSocket {
    constructor(address: string) {
      super(address);
      this.on('error', () => {});
      this.on('open', () => {
        openings++;
        openedAt = performance.now();
      });
      this.on('close', () => {
        openedAt = null;
      });
    }
  }
  const client = createLiveClient({
    url: `${url.replace(/^http/, 'ws')}${realtimePath}`,
    WebSocket: PageSocket as unknown as NonNullable<LiveClientOptions['WebSocket']>,
    since: 0,
  });
  client.subscribe(
    'listing',
    { id: listingId },
    { onEvent: ({ data }) => received.add(data.version), onGap: () => gaps++ },
  );
  client.want(true);
  return {
    received,
    gaps: () => gaps,
    openings: () => openings,
    /** Its connection has lasted so long that earlier breaks no longer count. */
    holds: () => openedAt !== null && performance.now() - openedAt > policy.connection.heldMs,
    isConnected: () => client.alert().state === 'connected',
    close: () => client.stop(),
  };
}

async function until(condition: () => boolean, otherwise: string): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 25) {
    if (condition()) return;
    await pause(25);
  }
  throw new Error(otherwise);
}
