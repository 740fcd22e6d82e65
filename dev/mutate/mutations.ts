// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.

import { money } from './money.ts';
import { type Mutation, planted } from './mutation.ts';
import { rows } from './rows.ts';

const written = ['src/platform/outbox/write.test.ts'];
const beats = ['src/platform/jobs/heartbeat.test.ts'];

const jobs: Mutation[] = [
  ...planted(
    { area: 'jobs', file: 'src/platform/outbox/write.ts', tests: written },
    [
      'jobs are enqueued after the commit',
      'await flush(db as Db, at, events, jobs);',
      'await flush(db as Db, at, events, []);\n        const then = at;\n        setTimeout(() => void flush(platform.db, then, [], jobs), 50);',
    ],
    ['an event wakes no job', 'if (job) jobs.push(job);', ''],
    ['timers are not stored', 'if (timers.length > 0) await', 'if (timers.length > 99) await'],
  ),
  ...planted({ area: 'jobs', file: 'src/platform/outbox/write.ts', tests: ['src/platform/outbox/outbox.test.ts'], only: 'lost a deadlock' }, [
    'a lost deadlock is not tried again',
    'if (!isTransient(error) || attempt >= most) throw error;',
    'throw error;',
  ]),
  ...planted(
    { area: 'jobs', file: 'src/platform/jobs/timers.ts', tests: ['src/platform/jobs/timers.test.ts'] },
    [
      'a timer that rings early is swallowed',
      'await pool.query(putBack, [timerRows([{ task, payload, runAt: dueAt, maxAttempts, ...(key === null ? {} : { key }) }])]);',
      '',
    ],
    ['a timer that rings early runs early', 'if (!dueAt || dueAt <= clock.now()) return false;', 'if (dueAt?.getTime() !== -1) return false;'],
    ['a due timer is not handed over', 'where due_at <= $1 order', "where due_at <= $1 - interval '1 hour' order"],
  ),
  ...planted(
    { area: 'jobs', file: 'src/platform/jobs/worker-process.ts', tests: ['src/platform/jobs/worker-process.test.ts'] },
    ['a worker that ended stays away', '!closing.signal.aborted; waitMs =', 'waitMs === timing.firstMs; waitMs ='],
    ['a worker that is away counts as ready', '      isReady = false;\n', ''],
    ['the wait before a restart has no bound', 'Math.min(waitMs * 2, timing.longestMs)', 'waitMs * 2'],
    ['a stop does not wait for the worker', '      await supervised;\n', ''],
  ),
  ...planted(
    { area: 'jobs', file: 'src/platform/jobs/heartbeat.ts', tests: beats },
    ['a worker that lives loses its jobs', 'where seen_at < now() - make_interval(secs => $1) returning', 'where $1::float is not null returning'],
    ['a dead worker keeps its jobs', 'let freed = await freeJobsOfDead(pool, pace.deadMs);', 'let freed = 0;'],
    ['a worker that never beat keeps its jobs', 'freed += await freeStrays(pool, pace.strayMs);', ''],
    ['a worker from before the heartbeat loses its jobs', 'and locked_at < now() - make_interval(secs => $1) and', 'and $1::float is not null and'],
  ),
  ...planted(
    { area: 'jobs', file: 'src/platform/jobs/jobs.ts', tests: ['src/platform/jobs/jobs.test.ts'] },
    [
      'a stored payload is not checked',
      'const checked = job.payload.safeParse(stored ?? {});\n      if (!checked.success) throw new TypeError(`job ${job.name}: ${wordsOf(checked.error)}`);\n      await work(platform, checked.data);',
      'await work(platform, (stored ?? {}) as never);',
    ],
    ['two sorts of jobs share a key', 'key: `${job.name}:${key}`', 'key'],
  ),
];

const outbox: Mutation[] = [
  ...planted({ area: 'outbox', file: 'src/platform/outbox/relay.ts', tests: ['src/platform/outbox/relay.test.ts'], only: 'waits for its turn' }, [
    'the relay takes no lock',
    'from outbox_relay for update',
    'from outbox_relay',
  ]),
  ...planted(
    { area: 'outbox', file: 'src/platform/outbox/relay.ts', tests: ['src/platform/outbox/outbox.test.ts'] },
    ['positions have holes', 'update outbox_event set position = $1 + waiting.rank', 'update outbox_event set position = $1 + 2 * waiting.rank'],
    ['what is heard is not told', 'bus.published(fresh);', ''],
    [
      'what was heard is heard again',
      'where position > $1 order by position limit $2`, [position, limit]',
      'where position >= $1 order by position limit $2`, [position, limit]',
    ],
  ),
  ...planted({ area: 'outbox', file: 'src/platform/outbox/relay.ts', tests: ['src/platform/outbox/sweep-outbox.test.ts'] }, [
    'a process that was away too long does not say so',
    'bus.gap(heard);',
    '',
  ]),
  ...planted(
    { area: 'outbox', file: 'src/platform/outbox/sweep-outbox.ts', tests: ['src/platform/outbox/sweep-outbox.test.ts'] },
    ['the newest events are swept', '- $1 and at < $2', '- $1 * 0 and at < $2'],
    ['the last minutes are swept', "and at < $2'", "and $2::timestamptz is not null'"],
  ),
  ...planted(
    { area: 'outbox', file: 'src/platform/outbox/write.ts', tests: written },
    [
      'a write is told before its commit',
      'await flush(db as Db, at, events, jobs);',
      'platform.bus.committed(events);\n        await flush(db as Db, at, events, jobs);',
    ],
    ['a write is not told', 'if (events.length > 0) platform.bus.committed(events.map((event) => ({ ...event, at })));', ''],
  ),
  ...planted(
    { area: 'outbox', file: 'src/platform/outbox/bus.ts', tests: ['src/platform/cache/tag-cache.test.ts'] },
    ['an event of this process drops what is kept twice', 'return told > 0;', 'return false;'],
    ['what another process did is taken for our own', 'return told > 0;', 'return true;'],
    ['a gap leaves what was told here', 'this.#own.clear();\n    for (const listener of this.#gap)', 'for (const listener of this.#gap)'],
  ),
  ...planted({ area: 'outbox', file: 'src/platform/db/connection.ts', tests: ['src/platform/db/db.test.ts'] }, [
    'a connection that does not answer is used again',
    'if (isUnanswered(error)) this.cut();',
    'if (isUnanswered(error)) return;',
  ]),
  ...planted({ area: 'limits', file: 'src/platform/limits/limits.server.ts', tests: ['src/platform/limits/limits.test.ts'] }, [
    'what guards the way in waits for no disk',
    "rest.every(([{ guards }]) => guards === 'load')",
    'true',
  ]),
  ...planted(
    { area: 'outbox', file: 'src/platform/outbox/reactions.ts', tests: ['src/platform/outbox/reactions.test.ts'] },
    ['a gathering reaction rings in the past', '/ gather.slotMs) + 1) * gather.slotMs', '/ gather.slotMs)) * gather.slotMs'],
    ['a reaction hears what does not concern it', 'if (when && !when(event)) return null;', ''],
  ),
];

const hub = ['src/platform/realtime/server/hub.test.ts'];
const resume = ['src/platform/realtime/server/resume.test.ts'];
const server = ['src/platform/realtime/server/server.test.ts'];

const live: Mutation[] = [
  ...planted(
    { area: 'live', file: 'src/platform/realtime/server/hub.ts', tests: hub },
    ['memory answers over a gap', 'if (event.position !== this.#head + 1) this.#recent = [];', ''],
    ['memory answers over a moved start', 'this.#recent = [];\n  }\n\n  add(', '}\n\n  add('],
    ['memory answers from one too early', 'if (after + 1 < first) return null;', 'if (after + 2 < first) return null;'],
    ['an event is passed on twice', 'if (event.position <= this.#head) continue;', ''],
    ['a listener on two topics hears twice', 'if (reached?.has(subscription)) continue;', ''],
  ),
  ...planted(
    { area: 'live', file: 'src/platform/realtime/server/backlog.ts', tests: resume },
    ['a listener resumes from further back than can be told', 'if (this.#hub.head - position > this.#limits.resumeWindow) return false;', ''],
    ['a listener resumes from a future that was not', 'return position <= (await this.newest());', 'return true;'],
    ['a listener resumes over what was pruned', '<= position + 1;', '<= position + 1_000;'],
    ['a long backlog ends after its first page', 'from = last.position;', 'return;'],
  ),
  ...planted(
    { area: 'live', file: 'src/platform/realtime/client/listener.ts', tests: resume },
    ['what is live comes before what was missed', '#waiting: Buffer[] | null = [];', '#waiting: Buffer[] | null = null;'],
    ['what came meanwhile is lost', 'for (const bytes of waiting) this.#ears.push(bytes);', 'void waiting;'],
  ),
  ...planted(
    {
      area: 'live',
      file: 'src/platform/realtime/client/connection.ts',
      tests: server,
      only: 'session that ends|a later one with a new token|the eleventh',
    },
    ['a listener too many is let in', 'if (this.#listeners.size >= limits.listeners) {', 'if (this.#listeners.size > limits.listeners) {'],
    ['an ended session goes on hearing', "this.end('session_ended', 'Your session has ended. Sign in again.');", ';'],
  ),
  ...planted({ area: 'live', file: 'src/platform/realtime/server/proof.ts', tests: server, only: 'a later one with a new token' }, [
    'a token of another member takes over a connection',
    'if (actor?.id !== this.#viewer.id) return false;',
    'if (!actor) return false;',
  ]),
];

/** The quick ones first: a run that is cut off after a minute has seen most. */
export const mutations: readonly Mutation[] = [...rows, ...money, ...jobs, ...outbox, ...live];
