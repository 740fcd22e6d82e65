import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { seeded, weighted } from '../../../dev/demo/seeded.ts';
import { requestMoney } from './acts.testing.ts';
import { accountChanges, setTrouble, troubleStarts } from './bank.testing.ts';
import { check, checkEnd } from './checks.testing.ts';
import { begin, move } from './moves.testing.ts';
import { pass } from './pass.testing.ts';
import { reportOf } from './report.testing.ts';
import { any, chance, type History, rowsOf, startWorld, upTo, type World } from './world.testing.ts';

export interface Walk {
  /** Numbers of its histories; each is the seed of one. */
  from: number;
  histories: number;
  mostMoves: number;
  byHttp: boolean;
}

/** So many go on at the same time. */
const atOnce = 15;

/**
 * Walks histories in a market of their own. Answers how many moves they had. Throws with the log of what happened where
 * a rule is broken.
 */
export async function walk({ from, histories, mostMoves, byHttp }: Walk): Promise<number> {
  const world = await startWorld(from, byHttp);
  let moves = 0;
  try {
    for (let no = from; no < from + histories; no += atOnce) {
      const together: History[] = [];
      for (let one = no; one < Math.min(no + atOnce, from + histories); one++) {
        const random = seeded(one);
        const buyer = world.buyers[one % world.buyers.length] ?? world.admin;
        const history = await begin(world, { no: one, random, buyer, moves: [] });
        if (history) together.push(history);
      }
      await walkTogether(world, together, mostMoves).catch(async (error: Error) => {
        throw new Error(await reportOf(world, together, error.message), { cause: error });
      });
      moves += together.reduce((sum, history) => sum + history.moves.length, 0);
    }
    return moves;
  } finally {
    await world.market.close();
  }
}

async function walkTogether(world: World, together: readonly History[], mostMoves: number): Promise<void> {
  const lengths = new Map(together.map((history) => [history, upTo(history.random, mostMoves)]));
  const going = () => together.filter((history) => history.moves.length < (lengths.get(history) ?? 0));
  while (going().length > 0) {
    if (!world.isTroubled && chance(world.random, 0.15)) await troubleStarts(world);
    if (chance(world.random, 0.1)) await accountChanges(world);
    if (chance(world.random, 0.15)) await requestMoney(world, any(world.random, world.sellers));
    await Promise.all(going().map((history) => move(world, history)));
    const ms = weighted(world.random, [
      [0, 2],
      [10 * minuteMs, 1],
      [5 * hourMs, 1],
      [dayMs, 3],
      [4 * dayMs, 1],
      [8 * dayMs, 1],
    ] as const);
    await pass(world, ms);
    world.events.push(`${ms / hourMs} hours pass`);
    await world.market.platform.pool.query(
      "with counters as (delete from limit_counter where key like 'orders.%') delete from hold_pause",
    );
    if (world.isTroubled && chance(world.random, 0.6)) await recover(world);
    if (!world.isTroubled) refuse(await check(world));
  }
  await end(world);
}

/** Stripe is well again, and a day later everything is done. */
async function recover(world: World): Promise<void> {
  await setTrouble(world, null);
  await pass(world, hourMs);
  await pass(world, dayMs);
  world.events.push('Stripe is well');
}

/** All of it comes to an end: disputes are decided, timers run out, and the month is over. */
async function end(world: World): Promise<void> {
  await recover(world);
  for (const days of [15, 20, 15, 30, 31]) {
    const open = await rowsOf<{ id: string }>(world, 'select id from chargeback where closed_at is null');
    for (const { id } of open)
      await world.market.request('POST', `/sandbox/stripe/disputes/${id}/decide`, {
        body: { outcome: any(world.random, ['won', 'lost']) },
      });
    await pass(world, days * dayMs);
  }
  refuse(await checkEnd(world));
}

function refuse(broken: readonly string[]): void {
  if (broken.length > 0) throw new Error(broken.join('\n'));
}
