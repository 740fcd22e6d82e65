import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { type RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from '#kernel/refusal.ts';
import { inMinutes } from '#kernel/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { limitSecurity } from './limits.security.ts';
import type { Limit, LimitAnswer, Limits } from './limits.ts';
import { type Counted, countInPostgres, forgetInPostgres } from './postgres-counters.ts';
import { inRedis } from './redis-counters.ts';

export interface LimitParts {
  db: Db;
  clock: Clock;
  /** For `load` limits; null counts everything in the database. */
  redis: Redis | null;
  /** Key of the hashes under which subjects are stored: the same in all processes. */
  secret: string;
  security: Pick<SecurityLog, 'note'>;
}

type Part = readonly [limit: Limit, subject: string];

export function openLimits({ db, clock, redis, secret, security }: LimitParts): Limits {
  const shared = new Map<Limit, RateLimiterRedis>();
  /** Null where the limit is counted in the database alone. */
  const redisOf = (limit: Limit): RateLimiterRedis | null => {
    if (redis === null || limit.guards === 'entry') return null;
    const counter = shared.get(limit) ?? inRedis(limit, redis, clock);
    shared.set(limit, counter);
    return counter;
  };
  // The table must not reveal whose mailbox or network it is.
  const hashed = ([limit, subject]: Part) =>
    createHmac('sha256', secret).update(`limit:${limit.name}:${subject}`).digest('base64url').slice(0, 27);
  const keyOf = (part: Part) => `${part[0].name}:${hashed(part)}`;

  /** Adds points to each counter, all of the database in one statement. The database replaces an unavailable Redis. */
  async function add(parts: readonly Part[], points: number, handle: Db): Promise<Counted[]> {
    const counted = new Map<Part, Counted>();
    await Promise.all(
      parts.map(async (part) => {
        const counter = redisOf(part[0]);
        const result =
          counter &&
          (await inStore(points > 0 ? counter.consume(hashed(part), points) : counter.reward(hashed(part), -points)));
        if (result) counted.set(part, result);
      }),
    );
    const rest = parts.filter((part) => !counted.has(part));
    if (rest.length > 0) {
      const counters = rest.map((part) => ({ key: keyOf(part), points, windowMs: part[0].windowMs }));
      const mayBeLost = handle === db && rest.every(([{ guards }]) => guards === 'load');
      for (const [n, answer] of (await countInPostgres(handle, clock, counters, { mayBeLost })).entries())
        counted.set(rest[n] as Part, answer);
    }
    return parts.map((part) => counted.get(part) as Counted);
  }

  async function takeAll(parts: readonly Part[], handle: Db, times = 1): Promise<LimitAnswer[]> {
    const counted = await add(parts, times, handle);
    return parts.map(([limit], n) => {
      const { points, msBeforeNext } = counted[n] as Counted;
      // Once a window, so that further refusals do not fill the log. A limit of one point without a message detects
      // something new and refuses no one.
      const isNews = points > limit.points && points - times <= limit.points;
      if (isNews && !limit.isRoutine && !(limit.points === 1 && limit.sentence === null))
        security.note(limitSecurity.reached, { outcome: 'refused', code: limit.code, limit: limit.name });
      return {
        allowed: points <= limit.points,
        count: points,
        retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
      };
    });
  }

  async function countAll(parts: readonly Part[], handle = db, times = 1): Promise<() => Promise<void>> {
    const silent = parts.find(([limit]) => limit.sentence === null);
    if (silent) throw new Error(`the limit ${silent[0].name} refuses nobody; take() it`);
    const answers = await takeAll(parts, handle, times);
    const over = answers.findIndex(({ allowed }) => !allowed);
    if (over === -1)
      return async () => {
        await add(parts, -times, handle);
      };
    const within = parts.filter((_, n) => answers[n]?.allowed);
    if (within.length > 0) await add(within, -times, handle);
    const [{ sentence, code }] = parts[over] as Part;
    const { retryAfterSeconds } = answers[over] as LimitAnswer;
    throw tooMany((sentence ?? '').replace('{when}', inMinutes(retryAfterSeconds)), retryAfterSeconds, code);
  }

  return {
    take: async (limit, subject, handle = db) => (await takeAll([[limit, subject]], handle))[0] as LimitAnswer,
    count: async (limit, subject, handle) => {
      await countAll([[limit, subject]], handle);
    },
    countAll: (parts, times) => countAll(parts, db, times),
    releasePoint: async (limit, subject, handle = db) => {
      await add([[limit, subject]], -1, handle);
    },
    async forget(limit, subject, handle = db) {
      const part = [limit, subject] as const;
      const isForgotten = await redisOf(limit)
        ?.delete(hashed(part))
        .then(
          () => true,
          () => false,
        );
      if (!isForgotten) await forgetInPostgres(handle, keyOf(part));
    },
  };
}

/** The library rejects with its result when the limit is exceeded. Null: Redis did not answer. */
async function inStore(request: Promise<RateLimiterRes>): Promise<Counted | null> {
  const answer = await request.catch((error: unknown) => (error instanceof RateLimiterRes ? error : null));
  return answer && { points: answer.consumedPoints, msBeforeNext: answer.msBeforeNext };
}
