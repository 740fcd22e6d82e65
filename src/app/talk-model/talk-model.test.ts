import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePremium } from '#features/orders/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { seeded } from '../../../dev/demo/seeded.ts';
import { agree } from './checks.testing.ts';
import { Model } from './model.testing.ts';
import { first, step } from './moves.testing.ts';
import type { World } from './world.testing.ts';

/** `TALK_STEPS=2000 TALK_SEED=7 npm test -- unit src/app/talk-model` walks further, or another way. */
const steps = Number(process.env.TALK_STEPS ?? 250);
const seed = Number(process.env.TALK_SEED ?? 9);
const between = 50;

let market: TestMarket;
let members: TestMember[];
beforeAll(async () => {
  market = await startTestMarket();
  members = await Promise.all(['mara', 'noel', 'ben', 'otto'].map((name) => market.signUp(`${name}_walks`)));
  for (const member of members) await makePremium(market, member);
}, 120_000);
afterAll(() => market?.close());

test(`[9-7] ${steps} random steps of members who offer, answer, order, pay and talk agree with a small model`, {
  timeout: 60_000 + steps * 500,
}, async () => {
  const world: World = { market, members, model: new Model(), random: seeded(seed), history: [] };
  try {
    for (let n = 0; n < 6; n++) await first(world);
    for (let done = 0; done < steps; done += between) {
      for (let n = 0; n < Math.min(between, steps - done); n++) await step(world);
      await agree(world);
    }
  } catch (error) {
    throw new Error(`seed ${seed}: after ${world.history.length} steps, the last of them:\n${world.history.slice(-25).join('\n')}`, { cause: error });
  }
  const done = (verb: string) => world.history.filter((line) => line.includes(verb) && line.endsWith(': done')).length;
  // A walk in which nothing happens would agree with anything.
  for (const verb of ['offers for', ' and ', 'with accept', 'with counter', 'order of', 'writes to']) expect(done(verb), verb).toBeGreaterThan(0);
});
