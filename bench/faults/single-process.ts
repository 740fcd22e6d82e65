import { setTimeout as pause } from 'node:timers/promises';
import { auditAll, auditRecent } from './audit.ts';
import { type Activity, makeMembers, type Shop, signIn, startShop } from './buyers.ts';
import { type Market, startMarket } from './market.ts';
import { type Kill, type Kind, kinds, report, summary } from './report.ts';

/** Time limit, without manual help, until purchases succeed again and every payment is recorded. */
const withinMs = 60_000;
/**
 * After so many kills none comes until everybody who paid is seen to have paid: jobs that died with their process are
 * free after some 16 s without a further kill.
 */
const killsInARow = 10;
/** The run ends by then, however many kills are left. */
const mostMs = 120 * 60_000;
/** Members sign in again this often: a token is valid for an hour. */
const signInMs = 20 * 60_000;

/**
 * Kills the process of a market as `npm start` runs it, the embedded PostgreSQL under it, or both at once, so often as
 * `faults` says (`process:200,database:50,both:50`), while people list, buy and pay without a pause. What was
 * acknowledged is looked for after each kill, the whole books are read at the end. Anything lost, sold twice or paid
 * too late sets the exit code.
 */
export async function benchFaults(faults: string, say: (line: string) => void): Promise<void> {
  const schedule = spread(readFaults(faults));
  const startedAt = Date.now();
  const market = await startMarket();
  say(
    `${schedule.length} kills of a market of one process, of its embedded PostgreSQL, or of both, in the middle of purchases`,
  );
  const members = await makeMembers(market.databaseUrl());
  const people = await signIn(members, market.databaseUrl(), market.config);
  let signedInAt = Date.now();
  const shop = startShop({ url: market.process.url, databaseUrl: market.databaseUrl, people });
  const kills: Kill[] = [];
  const problems: string[] = [];
  try {
    for (const [i, kind] of schedule.entries()) {
      if (Date.now() - startedAt > mostMs) {
        problems.push(`${i} of ${schedule.length} kills within ${mostMs / 60_000} minutes`);
        break;
      }
      kills.push(await killOnce(kind, market, shop));
      problems.push(...(await auditRecent(market.databaseUrl(), shop)));
      const isCalm = (i + 1) % killsInARow === 0 || i + 1 === schedule.length;
      if (!isCalm) continue;
      problems.push(...(await untilAllPaid(shop)));
      if (Date.now() - signedInAt > signInMs) {
        Object.assign(people, await signIn(members, market.databaseUrl(), market.config));
        signedInAt = Date.now();
      }
      say(`  ${i + 1} kills, ${Math.round((Date.now() - startedAt) / 1_000)} s: ${summary(shop, problems)}`);
    }
    await shop.end();
    problems.push(...(await untilAllPaid(shop)));
    problems.push(...(await auditAll(market.databaseUrl, shop, withinMs)));
    report({ kills, shop, problems, seconds: Math.round((Date.now() - startedAt) / 1_000), say });
  } catch (error) {
    say([...problems, ...shop.complaints(), market.process.output()].join('\n'));
    throw error;
  } finally {
    await shop.cut();
    await market.close();
  }
}

/** `process:200,database:50` as counts; throws a sentence for anything else. */
export function readFaults(text: string): Map<Kind, number> {
  const counts = new Map<Kind, number>();
  for (const part of text.split(',')) {
    const [, name, count] = /^(\w+):(\d+)$/.exec(part.trim()) ?? [];
    const kind = kinds.find((each) => each === name);
    if (!kind) throw new Error(`--faults ${text}: write for example process:200,database:50,both:50`);
    counts.set(kind, Number(count));
  }
  return counts;
}

/**
 * Each kind evenly over the whole: three ends of the database in one minute of one process are its last
 * (`keep-alive.ts`), and here the others come between.
 */
export function spread(counts: Map<Kind, number>): Kind[] {
  const places = [...counts].flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, i) => ({ kind, at: (i + 0.5) / count })),
  );
  return places.sort((a, b) => a.at - b.at).map(({ kind }) => kind);
}

/**
 * Waits until people get something done, kills, and waits until they do again. Throws when that takes longer than it
 * may.
 */
export async function killOnce(
  kind: Kind,
  { process: victim, databasePid }: Market,
  people: Activity,
  patienceMs = withinMs,
): Promise<Kill> {
  const startedAt = Date.now();
  const enough = people.done() + 2;
  await until(() => people.done() >= enough, startedAt, 'nothing is done', patienceMs);
  // Somewhere in the middle of something, each time elsewhere.
  await pause(Math.random() * 400);
  const [app, database] = [victim.pid(), databasePid()];
  const underWay = people.underWay();
  const killedAt = Date.now();
  if (kind !== 'database') process.kill(app, 'SIGKILL');
  if (kind !== 'process') process.kill(database, 'SIGKILL');
  // The children of a killed server may finish what they were doing: only a new server counts.
  if (kind !== 'process')
    await until(() => pidOrNone(databasePid) !== database, killedAt, 'the database does not come back', patienceMs);
  const renewedAt = Date.now();
  await until(
    () => people.lastStartedAt() > renewedAt,
    killedAt,
    `nothing is done after the kill of ${kind}`,
    patienceMs,
  );
  people.noteRecovery();
  return { kind, recoveryMs: Date.now() - killedAt, underWay };
}

/** The file is away for a moment while a server starts. */
function pidOrNone(databasePid: () => number): number | null {
  try {
    return databasePid() || null;
  } catch {
    return null;
  }
}

async function until(isTrue: () => boolean, since: number, otherwise: string, patienceMs: number): Promise<void> {
  while (!isTrue()) {
    if (Date.now() - since > patienceMs) throw new Error(`${otherwise} for ${patienceMs / 1_000} s`);
    await pause(10);
  }
}

async function untilAllPaid(shop: Shop): Promise<string[]> {
  const since = Date.now();
  while (shop.waiting(since).length > 0) {
    if (Date.now() - since > withinMs)
      return shop
        .waiting(since)
        .map((id) => `order ${id} was paid and is not within ${withinMs / 1_000} s of the restart`);
    await pause(100);
  }
  return [];
}
