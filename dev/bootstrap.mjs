// The first thing that every npm script runs. Plain JavaScript that Node 20 understands: on a fresh clone nothing is
// installed yet. It installs what is missing or stale, builds what is missing or stale, and hands over to the pinned
// Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeEnvironment, nodeFlags, program } from './node-flags.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command, ...rest] = process.argv.slice(2);
const stampFile = join(root, 'node_modules', '.sleeved-installed');
const buildStampFile = join(root, 'build', '.stamp');
const node = join(root, 'node_modules', 'node', 'bin', 'node');
/**
 * Where Node keeps what it has compiled, for every process of a command: a start takes a second of processor time less.
 * A folder that cannot be written is passed over.
 */
const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled');
/** Settings of a `.env` file beside package.json; the environment itself wins. */
const settings = existsSync(join(root, '.env')) ? [`--env-file=${join(root, '.env')}`] : [];

const commands = {
  /** What every other command begins with; for two of them that run at the same time. */
  install: () => ensureInstalled({ withTestTools: true }),
  start: async () => {
    await ensureInstalled();
    await ensureBuilt();
    await becomes([...nodeFlags, ...settings, program, ...rest], { NODE_ENV: 'production', ...nodeEnvironment });
  },
  test: async () => {
    await ensureInstalled({ withTestTools: true });
    await ensureBuilt();
    await becomes(['dev/test.ts', ...rest], { NODE_ENV: 'production' });
  },
  build: async () => {
    await ensureInstalled();
    await build();
  },
  admin: async () => {
    await ensureInstalled();
    await becomes([...settings, 'dev/admin.ts', ...rest], { NODE_ENV: 'production' });
  },
};

const chosen = commands[command];
if (!chosen) fail(`Unknown command ${command ?? ''}. Known: ${Object.keys(commands).join(', ')}`);
try {
  await chosen();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

/**
 * Installs what the lock file says, once for each of its versions. `start` needs what builds and runs the market;
 * checks, tests and benchmarks need the workspace `dev/test-tools` too.
 */
async function ensureInstalled({ withTestTools: asked = false } = {}) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const [installed, what] = existsSync(stampFile) && existsSync(node) ? readFileSync(stampFile, 'utf8').split(' ') : [];
  // Tools that were installed once are wanted with the next version of the lock file too.
  const withTestTools = asked || (installed !== undefined && what !== 'run');
  if (installed === lock && (what === 'all' || !withTestTools)) return;
  const startedAt = Date.now();
  const [naming, done] = withTestTools ? ['dependencies and test tools', 'all'] : ['dependencies', 'run'];
  say(`Installing ${naming} (about 30 seconds, only once)…`);
  // Without a terminal npm shows nothing for a minute; a line every ten seconds says that it is alive.
  const beat = setInterval(() => say(`  installing, ${secondsSince(startedAt)}`), 10_000);
  // A market may run from this folder: what it uses stays where only the tools are missing.
  const how = installed === lock ? ['install', '--no-save'] : ['ci'];
  const npm = process.env.npm_execpath;
  const args = [
    ...how,
    ...(withTestTools ? [] : ['--workspaces=false']),
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ];
  try {
    if (npm?.endsWith('.js')) await run(process.execPath, [npm, ...args]);
    else await run('npm', args);
  } finally {
    clearInterval(beat);
  }
  // The headers for compiling native modules, a third of the package `node`: nothing here is compiled.
  const versions = join(root, 'node_modules/node/node_modules');
  for (const name of readdirSync(versions).filter((one) => one.startsWith('node-')))
    rmSync(join(versions, name, 'include'), { recursive: true, force: true });
  writeFileSync(stampFile, `${lock} ${done}`);
  say(`Installed ${naming} in ${secondsSince(startedAt)}.`);
}

async function ensureBuilt() {
  if (existsSync(buildStampFile) && readFileSync(buildStampFile, 'utf8') === sourceStamp()) return;
  await build();
}

async function build() {
  say('Building Sleeved…');
  const startedAt = Date.now();
  const stamp = sourceStamp();
  await run(node, [join(root, 'dev', 'build.ts')], { NODE_ENV: 'production' });
  mkdirSync(dirname(buildStampFile), { recursive: true });
  writeFileSync(buildStampFile, stamp);
  say(`Built Sleeved in ${secondsSince(startedAt)}.`);
}

/**
 * Changes when any file that program and pages are built from does. Contents, not times: a fresh clone has new times on
 * old files.
 */
function sourceStamp() {
  const hash = createHash('sha256');
  for (const file of [
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'dev/build.ts',
    'dev/server-build.ts',
    'dev/chunks.ts',
    'dev/icons.ts',
  ])
    hash.update(readFileSync(join(root, file)));
  const walk = (folder) => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) walk(path);
      else if (!/\.test\.tsx?$/.test(name)) hash.update(path.slice(root.length)).update(readFileSync(path));
    }
  };
  for (const folder of ['src', 'dev/demo']) walk(join(root, folder));
  return hash.digest('hex');
}

function run(program, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${args[0]} ended with ${signal ?? `code ${code}`}`)),
    );
  });
}

/** Runs the program in this one's place: signals pass through, its exit code is ours. */
function becomes(args, env = {}) {
  return new Promise(() => {
    const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`;
    const child = spawn(node, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_COMPILE_CACHE: compiled, ...env, PATH: path },
    });
    // A terminal's Ctrl-C reaches both; a SIGTERM reaches only us.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  });
}

function secondsSince(startedAt) {
  return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
