import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isRefusal } from '#kernel/refusal.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import { actorOf } from '#testing/actor.ts';
import { auditListings } from '#testing/audits/listing-audit.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { type ListingState, listingTransitions, operatorReasons } from '../model/listing.process.ts';
import type { ListingRow } from '../model/listing.tables.ts';
import { lockListing } from '../read/listing.write.server.ts';
import { followStatus } from '../reconcile/follow-seller-status.server.ts';
import { settleListings } from '../reconcile/reconcile-seller-listings.server.ts';
import { holdStock, releaseStock, sellStock } from '../stock/stock.server.ts';
import { listed, premium } from '../testing.ts';
import { expireListing } from './expire-listing.server.ts';
import { forgetSeller } from './forget-seller.server.ts';
import { moveListing } from './listing.move.server.ts';
import { pauseListing, publishListing, removeListing, renewListing, resumeListing } from './move-listing.server.ts';
import { restoreListing } from './restore-listing.server.ts';
import { releaseListing, stopListing } from './stop-listing.server.ts';

let market: TestMarket;
let seller: TestMember;
let buyer: TestMember;
const operator = 'an-operator';

beforeAll(async () => {
  market = await startTestMarket();
  [seller, buyer] = [await premium(market, await market.signUp()), await market.signUp()];
}, 60_000);
beforeEach(() => Promise.all([suspended(seller, false), unnamed(seller, false), tierOf(seller, 'premium')]));
afterEach(async () => expect(await auditListings(market.platform.pool)).toEqual([]));
afterAll(() => market?.close());

const sql = (query: string, values: unknown[]) => market.platform.pool.query(query, values);
const inWrite = <T>(work: (tx: Tx) => Promise<T>) => write(market.platform, work);
const now = () => market.clock.now();
const suspended = (of: TestMember, is: boolean) =>
  sql('update auth_user set suspended_at = $2 where id = $1', [of.id, is ? now() : null]);
const longAgo = () => new Date(now().getTime() - 60_000);
/** Marked as a trader who has shown nothing, and the time for it is over. */
const unnamed = (of: TestMember, is: boolean) =>
  is
    ? sql(
        "insert into seller_standing (member_id, kind, marked_by, marked_at, data_due_at, updated_at) values ($1, 'trader', 'an-operator', $2, $2, $2) on conflict do nothing",
        [of.id, longAgo()],
      )
    : sql('delete from seller_standing where member_id = $1', [of.id]);
const tierOf = (of: TestMember, tier: 'free' | 'premium') =>
  sql('update profile set account_tier = $2 where user_id = $1', [of.id, tier]);
const outOfTime = (id: string) =>
  sql('update listing set expires_at = $2 where id = $1', [id, new Date(now().getTime() - 1_000)]);
const copies = (listingId: string) => ({ listingId, quantity: 1, now: now() });

type SellersAct = 'publish' | 'pause' | 'resume' | 'renew' | 'remove' | 'restore';
type Act =
  | SellersAct
  | 'hold'
  | 'release'
  | 'sell'
  | 'expire'
  | 'stop'
  | 'let'
  | 'down'
  | 'up'
  | 'suspend'
  | 'unsuspend'
  | 'unname'
  | 'name';

/** All actors that change a listing's state, as the app does it. */
const acts: Record<Act, (id: string, of: TestMember) => Promise<unknown>> = {
  publish: (id: string, of: TestMember) => publishListing(market.platform, actorOf(of), id),
  pause: (id: string, of: TestMember) => pauseListing(market.platform, actorOf(of), id),
  resume: (id: string, of: TestMember) => resumeListing(market.platform, actorOf(of), id),
  renew: (id: string, of: TestMember) => renewListing(market.platform, actorOf(of), id),
  remove: (id: string, of: TestMember) => removeListing(market.platform, actorOf(of), id),
  restore: (id: string, of: TestMember) => restoreListing(market.platform, actorOf(of), id),
  hold: (id: string) => inWrite((tx) => holdStock(tx, { ...copies(id), buyerId: buyer.id, orderId: 'an-order' })),
  release: (id: string) => inWrite((tx) => releaseStock(tx, copies(id))),
  sell: (id: string) => inWrite((tx) => sellStock(tx, copies(id))),
  expire: async (id: string) => {
    await outOfTime(id);
    await expireListing(market.platform, id);
  },
  stop: (id: string) =>
    stopListing(market.platform, { listingId: id, by: operator, why: operatorReasons[0], note: 'A test.' }),
  let: (id: string) => releaseListing(market.platform, { listingId: id, by: operator }),
  down: async (_: string, of: TestMember) => {
    await tierOf(of, 'free');
    await settleListings(market.platform, of.id);
  },
  up: async (_: string, of: TestMember) => {
    await tierOf(of, 'premium');
    await settleListings(market.platform, of.id);
  },
  suspend: async (_: string, of: TestMember) => {
    await suspended(of, true);
    await settleListings(market.platform, of.id);
  },
  unsuspend: async (_: string, of: TestMember) => {
    await suspended(of, false);
    await settleListings(market.platform, of.id);
  },
  unname: async (_: string, of: TestMember) => {
    await unnamed(of, true);
    await followStatus(market.platform, of.id);
  },
  name: async (_: string, of: TestMember) => {
    await unnamed(of, false);
    await followStatus(market.platform, of.id);
  },
};

type Startable = Exclude<ListingState, 'removed'>;
/** How a new listing comes into each state. */
const ways: Record<Startable, Act[]> = {
  draft: [],
  active: [],
  reserved: ['hold'],
  sold: ['hold', 'sell'],
  expired: ['expire'],
  paused_by_seller: ['pause'],
  paused_by_tier: ['down'],
  paused_by_suspension: ['suspend'],
  paused_by_operator: ['stop'],
  paused_by_standing: ['unname'],
};

async function put(state: Startable, of = seller): Promise<string> {
  const { id } = await listed(market, of, { status: state === 'draft' ? 'draft' : 'active' });
  // The two newest stay live.
  if (state === 'paused_by_tier') for (let n = 0; n < 2; n++) await listed(market, of);
  for (const act of ways[state]) await acts[act](id, of);
  await Promise.all([suspended(of, false), unnamed(of, false), tierOf(of, 'premium')]);
  return id;
}

const taken = new Set<string>();
const historyOf = async (id: string) =>
  (
    await sql(
      'select verb, by, from_state, to_state, why, actor_id, note, order_id from listing_history where listing_id = $1 order by id',
      [id],
    )
  ).rows;
async function note(id: string): Promise<void> {
  for (const row of await historyOf(id)) taken.add(`${row.verb} ${row.by} ${row.from_state} ${row.to_state}`);
}

type Edge = (typeof listingTransitions)[number];
const fillPlaces = async () => {
  for (let n = 0; n < 2; n++) await listed(market, seller);
};

/** A listing in the edge's first state, with the edge's preconditions. */
async function stage({ verb, by, to }: Edge, from: Startable): Promise<string> {
  if (verb === 'restore') {
    const deleted = await put(to as Startable);
    await acts.remove(deleted, seller);
    return deleted;
  }
  const pausing = {
    paused_by_suspension: 'suspend',
    paused_by_operator: 'stop',
    paused_by_standing: 'unname',
  } as const;
  const isPaused = from === 'paused_by_suspension' || from === 'paused_by_operator' || from === 'paused_by_standing';
  // Who ends such a pause, or sells during it, goes by what stood before it.
  const isBack =
    verb === 'resume' && (['active', 'reserved', 'expired', 'paused_by_seller'] as ListingState[]).includes(to);
  const before = verb === 'sell' ? 'reserved' : isBack ? to : 'active';
  const id = await put(isPaused ? (before === 'expired' ? 'active' : (before as Startable)) : from);
  if (to === 'paused_by_tier') await fillPlaces();
  if (isPaused) await acts[pausing[from]](id, seller);
  if (to === 'expired' && by !== 'timer') await outOfTime(id);
  if ((by === 'operator' || by === 'suspension') && to === 'paused_by_standing') await unnamed(seller, true);
  if (by !== 'suspension' && to === 'paused_by_suspension') await suspended(seller, true);
  if (to === 'paused_by_tier') await tierOf(seller, 'free');
  return id;
}

/** The act of an edge. */
async function take(id: string, { verb, by }: Edge): Promise<void> {
  const pauses = verb === 'pause';
  const act = {
    seller: verb,
    orders: verb,
    timer: 'expire',
    tier: pauses ? 'down' : 'up',
    suspension: pauses ? 'suspend' : 'unsuspend',
    operator: pauses ? 'stop' : 'let',
    standing: pauses ? 'unname' : 'name',
  }[by];
  await acts[act as Act](id, seller);
}

test('each edge of the process is really taken, and leaves exactly one row of history with who and why', {
  timeout: 120_000,
}, async () => {
  for (const edge of listingTransitions.filter(({ verb }) => verb !== 'create' && verb !== 'forget')) {
    for (const from of edge.from) {
      const mine = { verb: edge.verb, by: edge.by, from_state: from, to_state: edge.to };
      const id = await stage(edge, from as Startable);
      const before = await historyOf(id);
      await take(id, edge);
      await Promise.all([suspended(seller, false), unnamed(seller, false), tierOf(seller, 'premium')]);
      const after = await historyOf(id);
      expect(after.slice(before.length), JSON.stringify(mine)).toMatchObject([mine]);
      expect(after.at(-1).actor_id, JSON.stringify(mine)).toBe(
        edge.by === 'seller' ? seller.id : edge.by === 'operator' ? operator : null,
      );
      await note(id);
    }
  }
  const startable = listingTransitions.find(({ verb }) => verb === 'forget')?.from as Startable[];
  // One seller each: suspension, seller status and the tier's limit affect all listings of a seller.
  for (const state of [...startable, 'draft'] as const) {
    const leaver = await premium(market, await market.signUp());
    const id = await put(state, leaver);
    const own = (
      await sql('select id from listing where seller_id = $1 and status <> $2', [leaver.id, 'draft'])
    ).rows.map((row) => row.id as string);
    await inWrite((tx) =>
      forgetSeller(tx, { memberId: leaver.id, shown: new Set(own), now: now(), removed: new Map(), undoUntil: null }),
    );
    await note(id);
  }
  const edges = listingTransitions.flatMap(({ verb, by, from, to }) =>
    from.map((state) => `${verb} ${by} ${state} ${to}`),
  );
  expect(edges.filter((edge) => !taken.has(edge))).toEqual([]);
});

test('random acts over random states never leave the table', { timeout: 120_000 }, async () => {
  const ids = await Promise.all(
    (['active', 'draft', 'reserved', 'paused_by_operator'] as const).map((state) => put(state)),
  );
  ids.push((await listed(market, seller, { quantity: 3 })).id);
  const step = fc.record({ act: fc.constantFrom(...(Object.keys(acts) as Act[])), at: fc.nat(ids.length - 1) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      for (const { act, at } of steps) await attempt(act, ids[at] as string);
      expect(await auditListings(market.platform.pool)).toEqual([]);
    }),
    { seed: 20_261_126, numRuns: 12, endOnFailure: true },
  );
});

test('concurrent changes of one listing leave its history consistent', { timeout: 120_000 }, async () => {
  for (let round = 0; round < 6; round++) {
    await Promise.all([suspended(seller, false), tierOf(seller, 'premium')]);
    const id = (await listed(market, seller, { quantity: 2 })).id;
    const all: Act[] = [
      'hold',
      'pause',
      'stop',
      'hold',
      'expire',
      'sell',
      'suspend',
      'unsuspend',
      'let',
      'renew',
      'release',
      'down',
      'up',
      'resume',
    ];
    await Promise.all(all.slice(round % 3).map((act) => attempt(act, id)));
    expect(await auditListings(market.platform.pool)).toEqual([]);
  }
});

/** Refused is as good as done; a copy that is not held is the only mistake that an act may make here. */
async function attempt(act: Act, id: string): Promise<void> {
  try {
    await acts[act](id, seller);
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof RangeError && /holds \d/.test(error.message))) throw error;
  }
}

test('a move and its history are one transaction', async () => {
  const id = await put('active');
  const row = async () => (await sql('select status, version from listing where id = $1', [id])).rows[0];
  const before = [await row(), await historyOf(id)];
  const takenBack = inWrite(async (tx) => {
    await moveListing(
      tx,
      await lockListing(tx, id),
      { verb: 'pause', mover: { by: 'seller', actorId: seller.id } },
      now(),
    );
    throw new Error('taken back');
  });
  await expect(takenBack).rejects.toThrow('taken back');
  expect([await row(), await historyOf(id)]).toEqual(before);
  await sql(
    "create function no_history() returns trigger language plpgsql as $$ begin raise exception 'no history'; end $$",
    [],
  );
  await sql(
    'create trigger no_history before insert on listing_history for each row execute function no_history()',
    [],
  );
  for (const act of ['pause', 'hold', 'stop', 'renew', 'remove'] as const)
    await expect(acts[act](id, seller)).rejects.toThrow();
  expect(await row()).toEqual(before[0]);
  await sql('drop trigger no_history on listing_history', []);
  const stale = { id, status: 'draft', pausedBy: null } as ListingRow;
  const unlocked = inWrite((tx) =>
    moveListing(tx, stale, { verb: 'publish', mover: { by: 'seller', actorId: seller.id } }, now()),
  );
  await expect(unlocked).rejects.toThrow('without its lock');
});
