import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { builtFiles } from './dev/built-files.ts';
import { icons } from './dev/icons.ts';

/** What takes longest, the longest first. */
const longest = [
  'resilience/rolling',
  'browser/axe.browser',
  'requests/strings',
  'resilience/kill',
  'place/races',
  'checkout/webhooks',
  'requests/redirects',
  'requests/access',
  'requests/csrf',
  'operations/pages',
  'faults/messages',
  'conversation-model/conversation-model',
  'prices/prices',
  'lifecycle/listing-moves',
  'facts/facts',
  'sign-in/known-device.api',
  'subscription/converge',
];

/** The longest files begin first, beside the others: last, they would keep one core waiting. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}

const root = import.meta.dirname;
const include = ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}', 'dev/**/*.test.ts', 'bench/**/*.test.ts'];

const text = (file: string) => `${file}\n${readFileSync(join(root, file), 'utf8')}`;
const filesWith = (words: RegExp) => globSync(include, { cwd: root }).filter((file) => words.test(text(file)));

/**
 * What a test file names that it could leave behind for the next one in the same process, or find there: helpers with a
 * market or a database, the process, other processes, time, globals, replaced modules. A file that names nothing of it
 * only calls functions, and its tests cost less than anything around them.
 */
const leavesSomething = filesWith(
  /\btesting\/|\.testing\.ts|databaseServer|platform\/db\/|node:child_process|\bprocess\.|globalThis|\bvi\.|addEventListener/,
);

/**
 * What outlives a market that is closed: replaced modules, globals and time, the process's own environment, signals and
 * streams. A file that names it has a process to itself; the others have theirs one after the other in the same one,
 * where reading the market's sources (two seconds) is done once.
 */
const changesProcess = filesWith(
  /\bvi\.(mock\(|stub|useFake)|\bvi\.spyOn\((console|performance|stream|process|globalThis|pg\b)|process\.env\.\w+ = |process\.(on|once|chdir)\(/,
);

/**
 * The parts of the platform that speak SQL, and the rooms whose SQL is more than rows by id. CI gives them a server as
 * an operator has it, of the oldest PostgreSQL that is promised; all others, which speak through these rooms too, have
 * the embedded one.
 */
const oldestServer = process.env.TEST_OLDEST_DATABASE_URL;
const sqlOfItsOwn =
  /^(src\/platform\/((audit|db|jobs|limits|outbox|payments|troubles|pubsub)\/|realtime\/server\/)|src\/features\/(catalogue|tiers|listings|notifications|orders)\/|dev\/backup\/)/;
const isOnOldest = (file: string) => oldestServer !== undefined && sqlOfItsOwn.test(file);

const shared = leavesSomething.filter((file) => !changesProcess.includes(file));
const globalSetup = ['src/testing/servers/database-server.ts'];
/** Files of one process each, or of shared ones, with the run's embedded server or with the oldest. */
const projects = [
  { name: 'alone', include: changesProcess.filter((file) => !isOnOldest(file)), isolate: true, globalSetup },
  { name: 'functions', include, exclude: [...leavesSomething, ...changesProcess], isolate: false },
  { name: 'market', include: shared.filter((file) => !isOnOldest(file)), isolate: false, globalSetup },
  { name: 'oldest', include: shared.filter(isOnOldest), isolate: false, globalSetup },
  { name: 'oldest alone', include: changesProcess.filter(isOnOldest), isolate: true, globalSetup },
].filter((project) => project.include.length > 0);

export default defineConfig({
  // Tests render pages from their sources, with the icons and files of the build.
  plugins: [{ ...icons(), apply: undefined }, builtFiles()],
  test: {
    css: { include: [/\?inline/] },
    pool: 'forks',
    // More than two cores: files wait for the database and its jobs, for processes that start again, for pages that
    // settle.
    maxWorkers: Number(process.env.TEST_WORKERS ?? 4),
    // On CI's shared machine a second try tells a slow neighbour from a fault; at home a test that fails once is a bug
    // to mend.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // An event that is waited for comes when the machine gives the time; by default it would have one second.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: projects.map((test) => ({ extends: true, test })),
  },
});
