import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Older than this has a known hole; the reasons stand in docs/decisions/0009-library-floors.md. */
export const floors: Readonly<Record<string, string>> = {
  'react-router': '7.12.0',
  hono: '4.12.21',
  'drizzle-orm': '0.45.2',
  'better-auth': '1.6.23',
  ws: '8.17.1',
  sharp: '0.35.0',
  dompurify: '3.4.13',
  nodemailer: '7.0.7',
};

interface Lock {
  packages: Record<string, { version?: string; resolved?: string; dev?: boolean }>;
}

/** What is too old, and what names a download address (it would tie the lock file to one registry). */
export async function floorProblems(root: string): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const problems: string[] = [];
  for (const [path, { version, resolved, dev }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    const floor = floors[name];
    // What only builds or measures is not reached by anybody's request.
    if (floor && version && !dev && isOlder(version, floor)) problems.push(`${path} is ${version}, the floor is ${floor}`);
    if (resolved?.startsWith('http')) problems.push(`${path} records a download address`);
  }
  return problems;
}

export function isOlder(version: string, floor: string): boolean {
  const a = numbers(version);
  const b = numbers(floor);
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return (a[i] ?? 0) < (b[i] ?? 0);
  return false;
}

function numbers(version: string): number[] {
  return (version.split(/[-+]/)[0] ?? '').split('.').map(Number);
}
