import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { connectLive } from '#testing/live.ts';
import { type Fleet, startFleet } from '#testing/servers/fleet.ts';
import { hasRedis, needsRedis, startRedis } from '#testing/servers/redis.ts';
import { openBenchDatabase, withClient } from '../lib/database.ts';
import { table } from '../lib/table.ts';
import { type Member, makeMembers } from './members.ts';
import { draft, type Shop, startShop } from './shop.ts';
import { untilNone } from './single-process.ts';
import { send } from './workload.ts';

const roles = [['web'], ['web'], ['realtime'], ['worker'], ['worker']] as const;
const recoverySeconds = 30;
const settleMs = 60_000;

export interface KillsOptions {
  targets: string[];
  buys: number;
  say(line: string): void;
}

/**
 * Kills parts of a market of five processes in turn, during purchases, and measures the time until all of it works
 * again. Afterwards every acknowledged order must be stored, and no copy sold twice.
 */
export async function benchKills({ targets, buys, say }: KillsOptions): Promise<void> {
  const database = await openBenchDatabase();
  const redis = hasRedis ? await startRedis() : null;
  if (!redis && targets.includes('redis')) throw new Error(needsRedis);
  process.env.AUTH_SECRET = randomBytes(32).toString('hex');
  say(`Kills of ${targets.join(', ')} during ${buys} purchases on ${database.kind}${redis ? ' with Redis' : ''}`);
  let fleet: Fleet | null = null;
  const kill = async (target: string) => {
    if (target === 'postgres') return database.kill();
    if (target === 'redis') return redis?.kill().then(redis.start);
    const victim = fleet?.processes[roles.findIndex(([role]) => role === target)];
    if (!victim) throw new Error(`--kills ${target}: known are web, realtime, worker, postgres, redis`);
    process.kill(victim.pid(), 'SIGKILL');
  };
  try {
    await migrate(database.url);
    const env: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
    fleet = await startFleet({ databaseUrl: database.url, roles, env, restart: true });
    const members = await makeMembers(database.url, readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0' }));
    const probe = await makeProbe(fleet.url, members.sellers[0] as Member);
    const shops: Shop[] = [];
    const rows: string[][] = [];
    for (const target of targets) {
      const shop = startShop(fleet.url, () => database.url, members);
      shops.push(shop);
      try {
        // A fifth of the purchases come before the kill.
        await untilBought(shop, (0.2 * buys) / targets.length);
        const killedAt = Date.now();
        await kill(target);
        const buying = untilBought(shop, buys / targets.length).then(() => shop.workload.end());
        const { seconds, missing } = await recovery(fleet, database.url, probe, killedAt);
        await buying;
        rows.push([target, missing ?? `${seconds.toFixed(1)} s`, String(shop.workload.retries)]);
        say(`  ${rows.at(-1)?.join(', ')} requests sent again`);
        if (missing || seconds > recoverySeconds) process.exitCode = 1;
      } finally {
        await shop.workload.cut();
      }
    }
    const problems: string[] = [];
    for (const { audit } of shops) problems.push(...(await untilNone(audit, settleMs)));
    const orders = shops.flatMap((shop) => shop.orders);
    say(`\n${table(['killed', 'all works after', 'requests sent again'], rows)}`);
    say(`\n${orders.length} purchases acknowledged, ${problems.length} problems`);
    for (const problem of problems.slice(0, 20)) say(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await fleet?.close();
    await redis?.kill();
    await database.close();
  }
}

interface Probe {
  listingId: string;
  seller: Member;
}

async function makeProbe(url: string, seller: Member): Promise<Probe> {
  const answer = await send(`${url}/api/listings`, jsonRequest('POST', seller, draft));
  if (answer?.status !== 201) throw new Error(`listing answered ${answer?.status}`);
  return { listingId: (answer.body as { id: string }).id, seller };
}

async function untilBought({ orders, workload }: Shop, count: number): Promise<void> {
  while (orders.length < count && workload.complaints.length === 0) await pause(10);
}

/** Seconds from the kill until all works; with the missing part after a minute. */
async function recovery(fleet: Fleet, databaseUrl: string, probe: Probe, killedAt: number) {
  for (;;) {
    const missing = await missingPart(fleet, databaseUrl, probe).catch((error: Error) => error.message);
    const seconds = (Date.now() - killedAt) / 1_000;
    if (missing === null || seconds > 60) return { seconds, missing };
    await pause(200);
  }
}

/** A process that is not ready, a live connection without the change, overdue jobs; null when all works. */
async function missingPart(fleet: Fleet, databaseUrl: string, probe: Probe): Promise<string | null> {
  for (const [i, { name, url }] of fleet.processes.entries()) {
    const answer = await send(`${url}/api/ready`, {});
    if (answer?.status !== 200) return `${name} is not ready: ${JSON.stringify(answer?.body)}`;
    if (roles[i]?.[0] !== 'worker') await fleet.proxy.untilUp(name);
  }
  if (!(await receivesChange(fleet.url, probe))) return 'a live connection receives no change';
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<{ task: string; state: string }>(
      `select task_identifier as task, concat('attempt ', attempts, ' of ', max_attempts, coalesce(' locked ' || locked_at, ''), ' ', last_error) as state
       from graphile_worker.jobs
       where attempts < max_attempts and run_at < now() - interval '3 seconds'
          or locked_at < now() - interval '10 seconds'
       union all select 'timer ' || task, '' from job_timer where due_at < now() - interval '3 seconds'`,
    ),
  );
  return rows.length === 0 ? null : `overdue: ${rows.map(({ task, state }) => `${task} (${state})`).join(', ')}`;
}

/** Whether a live connection through the proxy receives a change made now. */
async function receivesChange(url: string, { listingId, seller }: Probe): Promise<boolean> {
  const live = await connectLive(`${url.replace(/^http/, 'ws')}/api/realtime`);
  try {
    await live.hello();
    await live.subscribe('probe', 'listing', { id: listingId });
    const price = { amount: 500 + Math.floor(Math.random() * 1_000), currency: 'USD' };
    const answer = await send(`${url}/api/listings/${listingId}`, jsonRequest('PATCH', seller, { price }));
    if (answer?.status !== 200) return false;
    const { version } = answer.body as { version: number };
    const received = live.until(() => live.events().some(({ data }) => data.version >= version) || undefined);
    return await Promise.race([received, live.closed.then(() => false), pause(2_000, false)]);
  } finally {
    live.cut();
  }
}

const jsonRequest = (method: string, { token }: Member, body: object) => ({
  method,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
