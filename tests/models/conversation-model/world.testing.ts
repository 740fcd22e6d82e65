import { isRefusal } from '#kernel/refusal.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { pick } from '../../../dev/demo/seeded.ts';
import type { Model } from './model.testing.ts';

/** A market, a model of it, and the log of its steps, to debug a failed walk. */
export interface World {
  market: TestMarket;
  model: Model;
  members: TestMember[];
  random: () => number;
  history: string[];
  /** The oldest transaction that the last comparison may not have seen the end of. */
  seen: string;
}

export const any = <T>({ random }: World, values: readonly T[]): T => pick(random, values);
export const chance = ({ random }: World, part: number): boolean => random() < part;
export const nowOf = ({ market }: World): number => market.clock.now().getTime();
export const actorOf = ({ market }: World, id: string): Actor => ({
  id,
  role: 'member',
  via: 'bearer',
  sessionId: null,
  signedInAt: market.clock.now(),
});

export async function yes(work: Promise<unknown>): Promise<true> {
  await work;
  return true;
}

/** Limits by the hour and the like, which the model does not count: they may refuse what it would allow. */
const limits = new Set(['too_many_requests', 'hold_paused', 'too_many_holds', 'tier_limit']);

export type Done<T> = { value: T } | { code: string };

/** Does it, and fails where the market and the model disagree on whether it may be done. */
export async function attempt<T>(world: World, what: string, may: boolean, work: () => Promise<T>): Promise<T | null> {
  const done: Done<T> = await work().then(
    (value) => ({ value }),
    (error: unknown) => {
      if (!isRefusal(error)) throw error;
      return { code: error.code };
    },
  );
  world.history.push(`${what}: ${'code' in done ? done.code : 'done'}`);
  if ('code' in done) {
    if (may && !limits.has(done.code)) throw new Error(`${what} was refused (${done.code}), and the model allows it`);
    return null;
  }
  if (!may) throw new Error(`${what} was done, and the model forbids it`);
  return done.value;
}
