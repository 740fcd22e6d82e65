import type pg from 'pg';
import type { Log } from '../log/log.ts';
import { connectPostgres } from './postgres-pubsub.ts';
import { type Connect, createPubSub, type PubSub } from './pubsub.ts';
import { connectRedis } from './redis-pubsub.ts';

/** The configured pub/sub: Redis where there is one, otherwise PostgreSQL's LISTEN/NOTIFY. Connects at `open`. */
export function configuredPubSub(parts: {
  redisUrl: string | null;
  databaseUrl: string;
  pool: pg.Pool;
  log: Log;
}): PubSub {
  const { redisUrl, databaseUrl, pool, log } = parts;
  if (redisUrl === null) return createPubSub('postgres', connectPostgres(databaseUrl), log);
  // The database's name identifies the installation: all its processes read the same one.
  let name: string | null = null;
  const connect: Connect = async (received, lost) => {
    name ??= (await pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? '';
    return connectRedis(redisUrl, name)(received, lost);
  };
  return createPubSub('redis', connect, log);
}
