import { ConfigError } from '#platform/config/config.ts';

/**
 * What a process may do. Every process subscribes to the outbox and answers /api/health, /api/ready and /metrics on its
 * PORT.
 */
interface Parts {
  /** For `npm start -- --help`. */
  words: string;
  /** Pages, API, Stripe's webhooks and, in the sandbox, the simulated services of other companies. */
  site: boolean;
  /** The live channel at /api/realtime. */
  sockets: boolean;
  /** Jobs, timers and schedules. */
  jobs: boolean;
}

/** What each role starts. A process with several roles starts what any of them does; without one it has all. */
export const roles = {
  web: { words: 'pages, the API and Stripe’s webhooks', site: true, sockets: false, jobs: false },
  realtime: { words: 'the live channel (/api/realtime)', site: false, sockets: true, jobs: false },
  worker: { words: 'jobs, timers and schedules', site: false, sockets: false, jobs: true },
} as const satisfies Record<string, Parts>;

/**
 * Marks the database of a worker process as the embedded one, whose disk the worker then watches as its parent does.
 */
export const embeddedDatabaseFlag = '--embedded-database';

export type Role = keyof typeof roles;
export const allRoles = Object.keys(roles) as readonly Role[];

export const usage = `Usage: npm start -- [--role=ROLE]…

Starts Sleeved. Without a role it does everything: pages and the live channel in one process, jobs in a child process (WORKER_PROCESS). With one or more roles it does only their work. Processes with the same DATABASE_URL are one site:

${allRoles.map((role) => `  --role=${role.padEnd(10)} ${roles[role].words}`).join('\n')}

Every process serves /api/health, /api/ready and /metrics on its PORT. Settings: .env.example. Several processes behind a proxy: docs/scaling.md
`;

/** Whether any of the roles starts this part. */
export function starts(chosen: ReadonlySet<Role>, part: 'site' | 'sockets' | 'jobs'): boolean {
  return [...chosen].some((role) => roles[role][part]);
}

/**
 * The roles of the command line: `--role=web` or `--role web`, repeatable; all without. `null` for `--help`. Throws
 * `ConfigError` otherwise.
 */
export function rolesFrom(words: readonly string[]): Set<Role> | null {
  const chosen = new Set<Role>();
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--help' || word === '-h') return null;
    if (word !== '--role' && !word.startsWith('--role='))
      throw new ConfigError([`${word} is an unknown option. For all options run: npm start -- --help`]);
    const name = word === '--role' ? left.shift() : word.slice('--role='.length);
    const role = allRoles.find((known) => known === name);
    if (!role) throw new ConfigError([`--role=${name ?? ''} is an unknown role. Use one of: ${allRoles.join(', ')}`]);
    chosen.add(role);
  }
  return chosen.size > 0 ? chosen : new Set(allRoles);
}
