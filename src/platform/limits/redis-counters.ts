import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Limit } from './limits.ts';

/**
 * Atomic in Redis. The window's end is stored beside the points, since the app's clock can be moved in the sandbox and
 * the clock of Redis cannot; Redis only expires keys. ARGV: points, seconds, two of the library that are not read, the
 * app's time in ms.
 */
const count = `
local now = tonumber(ARGV[5])
local ends = tonumber(redis.call('hget', KEYS[1], 'ends') or '0')
if ends <= now then
  ends = now + ARGV[2] * 1000
  redis.call('del', KEYS[1])
  redis.call('hset', KEYS[1], 'ends', string.format('%.0f', ends))
  redis.call('expire', KEYS[1], ARGV[2])
end
return { redis.call('hincrby', KEYS[1], 'points', ARGV[1]), ends - now }`;

interface Counting extends Redis {
  rlflxIncr(keyAndValues: string[]): Promise<[number, number]>;
}

/**
 * A connection for rate limits, which reconnects for as long as the process lives. While it is unavailable, or hangs
 * for a second, commands fail at once: the database counts then.
 */
export async function openRedis(url: string, log: Log): Promise<Redis> {
  // Loaded only where it is needed.
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
    connectTimeout: 3_000,
    retryStrategy: (tries) => Math.min(50 * 2 ** tries, 2_000),
  });
  // Without a listener each failed connection attempt would be printed.
  redis.on('error', (error: Error) => log.debug('the counters in Redis cannot be reached', { error }));
  // Not emitted when we closed the connection.
  redis.on('reconnecting', () => log.warn('limits are counted in the database until Redis is back'));
  return redis;
}

/** Counts in Redis. Throws when it does not answer. */
export function inRedis(limit: Limit, redis: Redis, clock: Clock): RateLimiterRedis {
  const counting = redis as Counting;
  return new RateLimiterRedis({
    storeClient: {
      get status() {
        return redis.status;
      },
      defineCommand: redis.defineCommand.bind(redis),
      rlflxIncr: (values: string[]) => counting.rlflxIncr([...values, String(clock.now().getTime())]),
      del: (key: string) => redis.del(key),
    },
    customIncrTtlLuaScript: count,
    rejectIfRedisNotReady: true,
    keyPrefix: `sleeved:limit:${limit.name}`,
    points: limit.points,
    duration: limit.windowMs / 1_000,
  });
}
