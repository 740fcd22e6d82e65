import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#platform/config/config.ts';
import { connectLive } from '#testing/live.ts';
import type { Fleet } from '#testing/servers/fleet.ts';
import { withClient } from '../lib/database.ts';
import { fillMembers } from '../lib/fill.ts';
import { withSignIn } from '../lib/sign-in.ts';
import { createRetryClient } from './retry.ts';
import { send } from './send.ts';

export interface Copies {
  listingIds: string[];
  /** Tokens of those who buy; neighbours in the list are different people. */
  buyers: string[];
  /** Whether a live connection through the proxy receives a change made now. */
  isHeard(): Promise<boolean>;
}

export interface Acknowledged {
  orderId: string;
  listingId: string;
}

export interface Buying {
  /** Resolves when this share of the copies has been decided about. */
  untilDone(share: number): Promise<void>;
  /** Requests that got no answer or a 5xx, and were made again with their key. */
  failures(): number;
  /** Resolves with all that was acknowledged when every copy has been decided about. */
  end(): Promise<Acknowledged[]>;
}

/** Orders that one person may leave unpaid. */
const perBuyer = 4;
const atOnce = 6;

interface CopiesOptions {
  fleet: Fleet;
  databaseUrl: string;
  config: Config;
  buys: number;
}

/** Puts single copies up for sale through the market's own calls, and signs in enough people to buy each twice. */
export async function makeCopies({ fleet, databaseUrl, config, buys }: CopiesOptions): Promise<Copies> {
  const sellers = Math.ceil(buys / 40) + 1;
  const ids = await withClient(databaseUrl, (client) =>
    fillMembers(client, sellers + Math.ceil((2 * buys) / perBuyer), Date.now()),
  );
  const tokens = await withSignIn(databaseUrl, config, ({ tokensOf }) => tokensOf(ids));
  const own = tokens.slice(0, sellers);
  const listingIds: string[] = [];
  for (let at = 0; at < buys; at += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, buys - at) }, (_, i) =>
      list(fleet.url, own[1 + ((at + i) % (sellers - 1))] ?? ''),
    );
    listingIds.push(...(await Promise.all(some)));
  }
  const probe = await list(fleet.url, own[0] ?? '');
  return { listingIds, buyers: tokens.slice(sellers), isHeard: () => isReceived(fleet.url, own[0] ?? '', probe) };
}

/** Begins to buy the copies from..to, each by two people at the same moment. */
export function startBuying(fleet: Fleet, { listingIds, buyers }: Copies, from: number, to: number): Buying {
  const acknowledged: Acknowledged[] = [];
  let at = from;
  let decided = 0;
  const { ask, failures } = createRetryClient(fleet.url);

  async function buy(listingId: string, token: string): Promise<void> {
    const { status, body } = await ask('/api/orders', { listingId }, { token, address: 0 });
    if (status === 201) acknowledged.push({ orderId: (body as { order: { id: string } }).order.id, listingId });
    else if (status !== 409) throw new Error(`buying answered ${status}: ${JSON.stringify(body)}`);
  }

  const ended = Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let i = at++; i < to; i = at++) {
        const listingId = listingIds[i] ?? '';
        await Promise.all([0, 1].map((n) => buy(listingId, buyers[(2 * i + n) % buyers.length] ?? '')));
        decided++;
      }
    }),
  );
  return {
    untilDone: async (share) => {
      while (decided < (to - from) * share) await pause(10);
    },
    failures,
    end: async () => {
      await ended;
      return acknowledged;
    },
  };
}

const json = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

async function list(url: string, token: string): Promise<string> {
  const price = { amount: 900, currency: 'USD' };
  const body = JSON.stringify({ game: 'pokemon', name: 'Charizard', condition: 'good', price, status: 'active' });
  const answer = await send(`${url}/api/listings`, { method: 'POST', headers: json(token), body });
  if (answer?.status !== 201) throw new Error(`listing answered ${answer?.status}: ${JSON.stringify(answer?.body)}`);
  return (answer.body as { id: string }).id;
}

async function isReceived(url: string, token: string, listingId: string): Promise<boolean> {
  const line = await connectLive(`${url.replace(/^http/, 'ws')}/api/realtime`);
  try {
    await line.hello();
    await line.subscribe('probe', 'listing', { id: listingId });
    const price = { amount: 500 + Math.floor(Math.random() * 1_000), currency: 'USD' };
    const answer = await send(`${url}/api/listings/${listingId}`, {
      method: 'PATCH',
      headers: json(token),
      body: JSON.stringify({ price }),
    });
    if (answer?.status !== 200) return false;
    const { version } = answer.body as { version: number };
    const received = line
      .until(() => line.events().some(({ data }) => data.version >= version) || undefined)
      .then(() => true);
    return await Promise.race([received, line.closed.then(() => false), pause(2_000, false)]);
  } finally {
    line.cut();
  }
}
