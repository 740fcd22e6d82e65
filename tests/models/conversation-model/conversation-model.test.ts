import { expect, test } from 'vitest';
import { makePremium } from '#features/orders/testing.ts';
import { startTestMarket, type TestMember } from '#testing/server.ts';
import { seeded } from '../../../dev/demo/seeded.ts';
import { agreeNear, agreeOnCounters, agreeWhole } from './checks.testing.ts';
import { Model } from './model.testing.ts';
import { first, step } from './moves.testing.ts';
import type { World } from './world.testing.ts';

/**
 * `TALK_STEPS=100000 TALK_SEED=7 npm test -- unit tests/models/conversation-model` walks further, or another way, and
 * says now and then how far it is: walks of five thousand steps, some at a time, each in a market of its own with the
 * next seed. What failed is walked again by its seed alone, and who stopped goes on with the first that is missing.
 */
const { TALK_STEPS, TALK_SEED = '9' } = process.env;
const steps = Number(TALK_STEPS ?? 1_000);
const isLong = TALK_STEPS !== undefined;
/** What counts everything costs more the more there is: twenty histories are sooner walked than one of their length. */
const oneWalk = 5_000;
/** After so many steps everything is read. */
const between = 500;
/**
 * After so many steps all counters are recounted: a number that is wrong once stays so, and what was done last is
 * said where a walk fails.
 */
const counted = 10;

const walks = Array.from({ length: Math.ceil(steps / oneWalk) }, (_, n) => ({
  seed: Number(TALK_SEED) + n,
  taken: Math.min(oneWalk, steps - n * oneWalk),
}));

async function startWorld(seed: number, onComplaint: (line: string) => void): Promise<World> {
  const market = await startTestMarket({
    onLog: (line) => void (/"level":"(warn|error)"/.test(line) && onComplaint(line)),
  });
  const members: TestMember[] = [];
  for (const name of ['mara', 'noel', 'ben', 'otto']) {
    const member = await market.signUp(`${name}_walks`);
    await makePremium(market, member);
    // Letters are no part of this, and writing them is a third of what time costs here.
    await market.platform.pool.query(
      'insert into mail_preference (user_id, is_paused, updated_at) values ($1, true, now())',
      [member.id],
    );
    members.push(member);
  }
  return { market, members, model: new Model(), random: seeded(seed), history: [], seen: '0' };
}

test.concurrent.each(
  walks,
)('$taken random steps of members who offer, answer, order, pay and talk agree with a small model (seed $seed)', {
  timeout: 180_000 + steps * 500,
}, async ({ seed, taken }) => {
  /** What the market itself has complained of. */
  const complaints: string[] = [];
  const world = await startWorld(seed, (line) => complaints.push(line));
  const began = performance.now();
  let done = 0;
  try {
    for (let n = 0; n < 6; n++) await first(world);
    while (done < taken) {
      await step(world);
      await agreeNear(world);
      done++;
      if (done % counted === 0) await agreeOnCounters(world);
      if (isLong && done % 250 === 0)
        process.stdout.write(
          `seed ${seed}: ${done} steps after ${Math.round((performance.now() - began) / 1_000)} s\n`,
        );
      if (done % between === 0 || done === taken) await agreeWhole(world);
    }
  } catch (error) {
    const last = world.history.slice(-25).join('\n');
    throw new Error(
      `seed ${seed}: after ${done} steps, the last of what was done:\n${last}\n${complaints.slice(-5).join('\n')}\n${error}`,
      {
        cause: error,
      },
    );
  } finally {
    await world.market.close();
  }
  const times = (verb: string) => world.history.filter((line) => line.includes(verb) && line.endsWith(': done')).length;
  // A walk in which nothing happens would agree with anything.
  for (const verb of ['offers for', ' and ', 'with accept', 'with counter', 'order of', 'writes to', 'sees '])
    expect(times(verb), verb).toBeGreaterThan(0);
});
