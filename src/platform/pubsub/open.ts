import type pg from 'pg';
import type { Log } from '../log/log.ts';
import { dialPostgres } from './postgres-pubsub.ts';
import { createPubSub, type Dial, type PubSub } from './pubsub.ts';
import { dialRedis } from './redis-pubsub.ts';

/**
 * The wire that the configuration names: Redis where there is one, PostgreSQL's notifications otherwise. It says and
 * hears nothing before `open`.
 */
export function wireOf(parts: { redisUrl: string | null; databaseUrl: string; pool: pg.Pool; log: Log }): PubSub {
  const { redisUrl, databaseUrl, pool, log } = parts;
  if (redisUrl === null) return createPubSub('postgres', dialPostgres(databaseUrl), log);
  // The market's database names it: all its processes read the same there, whichever way they reach the server.
  let name: string | null = null;
  const dial: Dial = async (received, lost) => {
    name ??= (await pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? '';
    return dialRedis(redisUrl, name)(received, lost);
  };
  return createPubSub('redis', dial, log);
}
