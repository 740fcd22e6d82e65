import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { type Fleet, startFleet } from '#testing/servers/fleet.ts';
import { hasRedis, needsRedis, startRedis } from '#testing/servers/redis.ts';
import { type BenchDatabase, openBenchDatabase, withClient } from '../lib/database.ts';
import { table } from '../lib/table.ts';
import { type Acknowledged, type Copies, makeCopies, startBuying } from './fleet-buyers.ts';

const roles = [['web'], ['web'], ['realtime'], ['worker'], ['worker']] as const;
/** By itself, without a hand. */
const wellWithinMs = 30_000;

export interface KillsOptions {
  targets: string[];
  buys: number;
  say(line: string): void;
}

/**
 * Kills parts of a market of five processes one after the other while every copy is bought by two people at once, and
 * measures how long it takes until all is well again. Afterwards the books are read: whatever was acknowledged must be
 * there, and no copy may be sold twice.
 */
export async function benchFleet({ targets, buys, say }: KillsOptions): Promise<void> {
  const database = await openBenchDatabase();
  const redis = hasRedis ? await startRedis() : null;
  if (!redis && targets.includes('redis')) throw new Error(needsRedis);
  process.env.AUTH_SECRET = randomBytes(32).toString('hex');
  say(
    `Killing ${targets.join(', ')} in the middle of ${buys} purchases on ${database.kind}${redis ? ' with Redis' : ''}`,
  );
  let fleet: Fleet | null = null;
  try {
    await migrate(database.url);
    const env: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
    fleet = await startFleet({ databaseUrl: database.url, roles, env, restart: true });
    const copies = await makeCopies({
      fleet,
      databaseUrl: database.url,
      config: readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0' }),
      buys,
    });
    const perKill = Math.floor(copies.listingIds.length / targets.length);
    const acknowledged: Acknowledged[] = [];
    const rows: string[][] = [];
    for (const [i, target] of targets.entries()) {
      const buying = startBuying(fleet, copies, i * perKill, (i + 1) * perKill);
      // In the middle: a fifth has been bought, the rest comes while it is down.
      await buying.untilDone(0.2);
      const killedAt = Date.now();
      await kill(target, fleet, database, redis);
      const wellAfter = await untilWell(fleet, database.url, copies, killedAt);
      acknowledged.push(...(await buying.end()));
      rows.push([
        target,
        wellAfter === null ? 'not within a minute' : `${(wellAfter / 1_000).toFixed(1)} s`,
        String(buying.failures()),
      ]);
      say(`  ${target}: ${rows.at(-1)?.slice(1).join(', ')} answers that were no answer`);
      if (wellAfter === null || wellAfter > wellWithinMs) process.exitCode = 1;
    }
    const { lost, twice, sold } = await audit(database.url, acknowledged);
    say(`\n${table(['killed', 'all well after', 'requests that failed and were tried again'], rows)}`);
    say(
      `\n${acknowledged.length} purchases acknowledged, ${sold} in the books; lost: ${lost.length}, sold twice: ${twice.length}.`,
    );
    if (lost.length + twice.length > 0) process.exitCode = 1;
  } finally {
    await fleet?.close();
    await redis?.kill();
    await database.close();
  }
}

async function kill(
  target: string,
  fleet: Fleet,
  database: BenchDatabase,
  redis: Awaited<ReturnType<typeof startRedis>> | null,
): Promise<void> {
  if (target === 'postgres') {
    if (!database.killAndRestart)
      throw new Error('only a PostgreSQL server of our own can be killed: leave DATABASE_URL out');
    await database.killAndRestart();
  } else if (target === 'redis') {
    await redis?.kill();
    await redis?.start();
  } else {
    const victim = fleet.processes[roles.findIndex(([role]) => role === target)];
    if (!victim) throw new Error(`--kills ${target}: known are web, realtime, worker, postgres, redis`);
    process.kill(victim.pid(), 'SIGKILL');
  }
}

/**
 * Milliseconds from the kill until every process is ready, the proxy sends to each, a live connection receives a change,
 * and no job is overdue.
 */
async function untilWell(fleet: Fleet, databaseUrl: string, copies: Copies, killedAt: number): Promise<number | null> {
  while (Date.now() - killedAt < 60_000) {
    const isWell = await look(fleet, databaseUrl, copies).catch(() => false);
    if (isWell) return Date.now() - killedAt;
    await pause(200);
  }
  return null;
}

async function look(fleet: Fleet, databaseUrl: string, copies: Copies): Promise<boolean> {
  for (const each of fleet.processes) {
    const answer = await fetch(`${each.url}/api/ready`, { signal: AbortSignal.timeout(3_000) });
    await answer.body?.cancel();
    if (!answer.ok) return false;
  }
  for (const each of fleet.processes.filter((_, i) => roles[i]?.[0] !== 'worker')) await fleet.proxy.untilUp(each.name);
  if (!(await copies.isHeard())) return false;
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ overdue: number }>(
      `select (select count(*) from graphile_worker.jobs
               where attempts < max_attempts and run_at < now() - interval '3 seconds' or locked_at < now() - interval '10 seconds')::int
            + (select count(*) from job_timer where due_at < now() - interval '3 seconds')::int as overdue`,
    );
    return rows[0]?.overdue === 0;
  });
}

async function audit(databaseUrl: string, acknowledged: readonly Acknowledged[]) {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string; listing_id: string }>(
      "select o.id, i.listing_id from orders o join order_item i on i.order_id = o.id where o.status = 'pending_payment'",
    );
    const listingOf = new Map(rows.map((row) => [row.id, row.listing_id]));
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row.listing_id, (counts.get(row.listing_id) ?? 0) + 1);
    return {
      sold: rows.length,
      lost: acknowledged.filter(({ orderId, listingId }) => listingOf.get(orderId) !== listingId),
      twice: [...counts].filter(([, count]) => count > 1),
    };
  });
}
