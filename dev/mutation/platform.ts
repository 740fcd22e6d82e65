// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source texts.
import { type Mutant, mutate } from './mutant.ts';

export const platformMutants: readonly Mutant[] = [
  ...mutate(
    { area: 'jobs', file: 'write.ts', tests: ['write.test.ts'] },
    [
      'jobs are enqueued outside the transaction',
      'await flush(db as Db, at, events, jobs);',
      'await flush(db as Db, at, events, []);\n        const then = at;\n        setTimeout(() => void flush(platform.db, then, [], jobs), 50);',
    ],
    ['timers are not stored', 'if (timers.length > 0) await', 'if (timers.length > 99) await'],
  ),
  ...mutate({ area: 'jobs', file: 'write.ts', tests: ['outbox.test.ts'], only: 'lost a deadlock' }, [
    'a deadlock is not retried',
    'if (!isTransient(error) || attempt >= maxAttempts) throw error;',
    'throw error;',
  ]),
  ...mutate({ area: 'jobs', file: 'timers.ts', tests: ['timers.test.ts'] }, [
    'a due timer is not enqueued',
    'where due_at <= $1 order',
    "where due_at <= $1 - interval '1 hour' order",
  ]),
  ...mutate(
    { area: 'jobs', file: 'heartbeat.ts', tests: ['heartbeat.test.ts'] },
    [
      'a live worker loses its jobs',
      'where seen_at < now() - make_interval(secs => $1) returning',
      'where $1::float is not null returning',
    ],
    ['a dead worker keeps its jobs', 'let freed = await freeJobsOfDead(pool, pace.deadMs);', 'let freed = 0;'],
  ),
  ...mutate({ area: 'jobs', file: 'worker-process.ts', tests: ['jobs/worker-process.isolated.test.ts'] }, [
    'a stopped worker is not restarted',
    '!closing.signal.aborted; waitMs =',
    'waitMs === timing.firstMs; waitMs =',
  ]),
  ...mutate({ area: 'outbox', file: 'relay.ts', tests: ['relay.test.ts'], only: 'waits for the lock on positions' }, [
    'the relay takes no lock',
    'from outbox_relay for update',
    'from outbox_relay',
  ]),
  ...mutate(
    { area: 'outbox', file: 'relay.ts', tests: ['outbox.test.ts'] },
    [
      'positions have gaps',
      'update outbox_event set position = $1 + waiting.rank',
      'update outbox_event set position = $1 + 2 * waiting.rank',
    ],
    [
      'an event is published twice',
      'where position > $1 order by position limit $2`, [position, limit]',
      'where position >= $1 order by position limit $2`, [position, limit]',
    ],
  ),
  ...mutate({ area: 'outbox', file: 'sweep-outbox.ts', tests: ['sweep-outbox.test.ts'] }, [
    'the newest events are pruned',
    '- $1 and at < $2',
    '- $1 * 0 and at < $2',
  ]),
  ...mutate({ area: 'outbox', file: 'write.ts', tests: ['write.test.ts'] }, [
    'events are published before the commit',
    'await flush(db as Db, at, events, jobs);',
    'platform.bus.committed(events);\n        await flush(db as Db, at, events, jobs);',
  ]),
  ...mutate({ area: 'outbox', file: 'connection.ts', tests: ['db.test.ts'] }, [
    'an unresponsive connection is reused',
    'if (isUnanswered(error)) this.cut();',
    'if (isUnanswered(error)) return;',
  ]),
  ...mutate(
    { area: 'live', file: 'hub.ts', tests: ['hub.unit.test.ts'] },
    ['the buffer answers over a gap', 'if (event.position !== this.#head + 1) this.#recent = [];', ''],
    ['an event is delivered twice', 'if (event.position <= this.#head) continue;', ''],
  ),
  ...mutate({ area: 'live', file: 'backlog.ts', tests: ['resume.test.ts'] }, [
    'a subscription resumes over pruned events',
    '<= position + 1;',
    '<= position + 1_000;',
  ]),
  ...mutate(
    {
      area: 'live',
      file: 'connection.ts',
      tests: ['realtime/server/server.test.ts'],
      only: 'session that ends|a later one with a new token|the eleventh',
    },
    [
      'a connection accepts one subscription too many',
      'if (this.#listeners.size >= limits.listeners) {',
      'if (this.#listeners.size > limits.listeners) {',
    ],
    [
      'an ended session still receives events',
      "this.end('session_ended', 'Your session has ended. Sign in again.');",
      ';',
    ],
  ),
  ...mutate(
    { area: 'live', file: 'proof.ts', tests: ['realtime/server/server.test.ts'], only: 'a later one with a new token' },
    [
      "another member's token takes over a connection",
      'if (actor?.id !== this.#viewer.id) return false;',
      'if (!actor) return false;',
    ],
  ),
  ...mutate({ area: 'limits', file: 'limits.server.ts', tests: ['limits/limits.isolated.test.ts'] }, [
    'security limits are not durable',
    "rest.every(([{ guards }]) => guards === 'load')",
    'true',
  ]),
  ...mutate({ area: 'platform', file: 'tag-cache.ts', tests: ['tag-cache.unit.test.ts'] }, [
    'the cache returns a changed entry',
    '&& !this.changedSince(entry.tags, entry.readAt)',
    '',
  ]),
  ...mutate({ area: 'platform', file: 'batched.ts', tests: ['batched.test.ts'] }, [
    'a batched read answers a later caller',
    'next = null;\n      return read([...keys]);',
    '      return read([...keys]).finally(() => { next = null; });',
  ]),
  ...mutate(
    { area: 'platform', file: 'guards.ts', tests: ['guards.unit.test.ts'] },
    ['a body with a length has no size limit', 'Number(length) <= maxBytes', 'Number(length) >= 0'],
    ['a chunked body has no size limit', "isWithin && c.req.header('transfer-encoding') === undefined", 'isWithin'],
  ),
  ...mutate({ area: 'counters', file: '1010-keep-counters.sql', tests: ['counters.test.ts'] }, [
    'a counter waits for a lock',
    'for no key update skip locked',
    ' for no key update',
  ]),
  ...mutate({ area: 'counters', file: '1013-count-waiting-offers.sql', tests: ['counters.test.ts'] }, [
    'two lines that end at once leave one counted',
    "perform pg_advisory_xact_lock(hashtextextended('offer basket ' || of_basket, 0));",
    '',
  ]),
  ...mutate({ area: 'counters', file: 'check-counters.server.ts', tests: ['counters.test.ts'] }, [
    'the nightly check waits for writers',
    'for update of member_counter skip locked',
    ' for update of member_counter',
  ]),
  ...mutate(
    { area: 'scan', file: 'look-through.ts', tests: ['scanned-files.test.ts'] },
    ['only the first file is scanned', 'of files) {', 'of files.slice(0, 1)) {'],
    [
      'an unscanned file is accepted',
      "throw new Refusal(503, 'scan_away', scanSentences.scan_away, { retryAfterSeconds: 60 });",
      'return null;',
    ],
  ),
];
