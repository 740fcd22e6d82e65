import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '#kernel/refusal.ts';
import { inMinutes } from '#kernel/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { limitSecurity } from './limits.security.ts';
import type { Limit, LimitAnswer, Limits } from './limits.ts';
import { inPostgres } from './postgres-counters.ts';
import { inRedis } from './redis-counters.ts';

export interface LimitParts {
  db: Db;
  clock: Clock;
  /** Where `load` is counted; null counts everything in the database. */
  redis: Redis | null;
  /** Keys the hashes under which subjects stand: the same in all processes. */
  secret: string;
  security: Pick<SecurityLog, 'note'>;
}

type Counter = Pick<RateLimiterPostgres, 'consume' | 'reward' | 'delete'>;

export function openLimits({ db, clock, redis, secret, security }: LimitParts): Limits {
  const shared = new Map<Limit, Counter>();
  const counterOf = (limit: Limit, handle: Db): Counter => {
    if (redis === null || limit.guards === 'entry') return inPostgres(limit, handle, clock);
    const counter = shared.get(limit) ?? inRedis(limit, redis, clock, inPostgres(limit, db, clock));
    shared.set(limit, counter);
    return counter;
  };
  // Nobody who reads the table learns whose mailbox or network it is.
  const hashed = (limit: Limit, subject: string) =>
    createHmac('sha256', secret).update(`limit:${limit.name}:${subject}`).digest('base64url').slice(0, 27);

  async function take(limit: Limit, subject: string, handle = db): Promise<LimitAnswer> {
    try {
      return answer(limit, await counterOf(limit, handle).consume(hashed(limit, subject)));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const over = answer(limit, error);
      // Once a window: whoever goes on is refused without filling the log. What counts to one says that something is new, and nobody is at a limit.
      if (over.count === limit.points + 1 && !(limit.points === 1 && limit.sentence === null))
        security.note(limitSecurity.reached, { outcome: 'refused', code: limit.code, limit: limit.name });
      return over;
    }
  }
  return {
    take,
    async count(limit, subject, handle) {
      if (limit.sentence === null) throw new Error(`the limit ${limit.name} refuses nobody; take() it`);
      const { allowed, retryAfterSeconds } = await take(limit, subject, handle);
      if (!allowed) throw tooMany(limit.sentence.replace('{when}', inMinutes(retryAfterSeconds)), retryAfterSeconds, limit.code);
    },
    async giveBack(limit, subject, handle = db) {
      await counterOf(limit, handle).reward(hashed(limit, subject));
    },
    async forget(limit, subject, handle = db) {
      await counterOf(limit, handle).delete(hashed(limit, subject));
    },
  };
}

function answer({ points }: Limit, { consumedPoints, msBeforeNext }: RateLimiterRes): LimitAnswer {
  return { allowed: consumedPoints <= points, count: consumedPoints, retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)) };
}
