import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import type { StoredEvent } from './events.ts';
import { defineEvent } from './events.ts';
import { eventsAfter } from './relay.ts';
import { write } from './write.ts';

let market: TestMarket;
const received: StoredEvent[] = [];
beforeAll(async () => {
  market = await startTestMarket();
  market.platform.bus.onPublished((events) => received.push(...events));
});
afterAll(() => market.close());

const changed = defineEvent('thing.changed', z.object({}));
const lost = defineJob('no.such.task', z.object({}));
const event = (subject: string) => ({ subject, version: 1, topics: [`thing:${subject}`] });

test('a write that fails leaves neither its change nor its event nor its job', async () => {
  const before = await counts();
  const failing = write(market.platform, async (tx) => {
    await tx.db.execute(
      sql`insert into sandbox_mail (id, recipient, subject, body_text, body_html, sent_at) values ('gone', 'a', 'b', 'c', 'd', ${market.clock.now()})`,
    );
    tx.append(changed, event('gone'));
    tx.enqueue(lost, {});
    throw new Error('power cut');
  });
  await expect(failing).rejects.toThrow('power cut');
  expect(await counts()).toEqual(before);
});

test('a cache of this process is notified of a change before its writer gets the result', async () => {
  const order: string[] = [];
  const stop = market.platform.bus.onCommit((events) => order.push(`notified ${events[0]?.subject}`));
  await write(market.platform, async (tx) => tx.append(changed, event('early')));
  order.push('answered');
  stop();
  expect(order).toEqual(['notified early', 'answered']);
});

test('an event of a slow transaction is not skipped, and positions have no gaps', async () => {
  await market.runJobs();
  const from = received.at(-1)?.position ?? 0;
  const slow = new pg.Client({ connectionString: market.platform.config.databaseUrl ?? '' });
  await slow.connect();
  await slow.query('begin');
  // Gets its id now, becomes visible later.
  await slow.query(
    "insert into outbox_event (kind, subject, version, topics, data, at) values ('thing.changed', 'slow', 1, '{thing:slow}', '{}', now())",
  );
  await write(market.platform, async (tx) => tx.append(changed, event('quick')));
  await market.runJobs();
  await slow.query('commit');
  await slow.end();
  await market.runJobs();
  const after = received.filter(({ position }) => position > from);
  expect(after.map(({ subject }) => subject)).toEqual(['quick', 'slow']);
  expect(after.map(({ position }) => position)).toEqual([from + 1, from + 2]);
});

test('two hundred concurrent writes are published once each, in the order of their positions, and can be read again from any position', async () => {
  await market.runJobs();
  const from = received.at(-1)?.position ?? 0;
  const names = Array.from({ length: 200 }, (_, i) => `n${i}`);
  await Promise.all(names.map((name) => write(market.platform, async (tx) => tx.append(changed, event(name)))));
  await market.runJobs();
  const after = received.filter(({ position }) => position > from);
  expect(after.map(({ position }) => position)).toEqual(names.map((_, i) => from + 1 + i));
  expect(new Set(after.map(({ subject }) => subject))).toEqual(new Set(names));
  const again = await eventsAfter(market.platform.pool, from + 150, 500);
  expect(again.map(({ subject }) => subject)).toEqual(after.slice(150).map(({ subject }) => subject));
});

test('a transaction that lost a deadlock runs again', async () => {
  let tries = 0;
  const result = await write(market.platform, async () => {
    tries++;
    if (tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    return 'done';
  });
  expect([result, tries]).toEqual(['done', 3]);
});

async function counts(): Promise<unknown> {
  const { rows } = await market.platform.pool.query(
    'select (select count(*) from sandbox_mail) mails, (select count(*) from outbox_event) events, (select count(*) from graphile_worker.jobs) jobs',
  );
  return rows[0];
}
