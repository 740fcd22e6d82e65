/** How many writes a second set timers, at 1, 10 and 50 connections: `DATABASE_URL=… node bench/timers.ts [seconds]`. The database is emptied of them. */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { systemClock } from '#platform/clock/clock.ts';
import { openDatabase } from '#platform/db/db.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log/log.ts';
import { Bus } from '#platform/outbox/bus.ts';
import { defineEvent } from '#platform/outbox/events.ts';
import { type Tx, write } from '#platform/outbox/write.ts';

const seconds = Number(process.argv[2] ?? 3);
const changed = defineEvent('bench.changed', z.object({}));
const job = defineJob('bench.end', z.object({ id: z.string() }));
const inAMonth = () => new Date(Date.now() + 30 * 86_400_000);

const sorts: Record<string, (tx: Tx, id: string) => void> = {
  'event alone': () => {},
  'one timer': (tx, id) => tx.enqueue(job, { id }, { runAt: inAMonth() }),
  // What a listing sets when it is published.
  'two timers with keys': (tx, id) => {
    tx.enqueue(job, { id }, { runAt: inAMonth(), key: `${id}:end` });
    tx.enqueue(job, { id }, { runAt: inAMonth(), key: `${id}:tell` });
  },
};

const { db, pool, close } = openDatabase(process.env.DATABASE_URL ?? '', createLog('silent'), 50);
const platform = { db, bus: new Bus(), clock: systemClock, reactions: new Map(), security: { note: () => {} } };
let n = 0;

async function rate(set: (tx: Tx, id: string) => void, connections: number): Promise<number> {
  let done = 0;
  let isOver = false;
  const hands = Array.from({ length: connections }, async () => {
    while (!isOver) {
      const id = `bench-${process.pid}-${++n}`;
      await write(platform, async (tx) => {
        tx.append(changed, { subject: id, version: 1, topics: [] });
        set(tx, id);
      });
      done++;
    }
  });
  await pause(seconds * 1_000);
  isOver = true;
  const all = done;
  await Promise.all(hands);
  return Math.round(all / seconds);
}

const found: Record<string, Record<string, number>> = {};
for (const [name, set] of Object.entries(sorts)) {
  for (const connections of [1, 10, 50]) {
    found[name] = { ...found[name], [connections]: await rate(set, connections) };
  }
}
process.stdout.write(`${JSON.stringify(found)}\n`);
await pool.query("delete from outbox_event where kind = 'bench.changed'");
await close();
