import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Versions below these have a known vulnerability. */
export const floors: Readonly<Record<string, string>> = {
  // Accepts form posts of other sites in actions (CVE-2026-22030).
  'react-router': '7.12.0',
  // Matches mounted paths, IPv6 and cookie fields wrongly (CVE-2026-47673 to 47676).
  hono: '4.12.21',
  // Escapes identifiers badly (CVE-2026-39356).
  'drizzle-orm': '0.45.2',
  // Lets requests bypass the second factor and the limits. Not installed: the floor holds for a return.
  'better-auth': '1.6.23',
  // Crashes on a crafted header.
  ws: '8.17.1',
  // Brings a vulnerable libvips (GHSA-f88m).
  sharp: '0.35.0',
  // Lets crafted custom elements and templates through.
  dompurify: '3.4.13',
  // Delivers a quoted address to another domain.
  nodemailer: '7.0.7',
};

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  /** `devOptional`: of a tool, or optional. */
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  /** A workspace, which lies elsewhere in the project. */
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** package-lock.json. The key of a package is the folder where it lies; the market's own is the empty one. */
export interface Lock {
  packages: Record<string, Locked>;
}

export function nameOf(path: string): string {
  return path.split('node_modules/').at(-1) ?? '';
}

/**
 * What is too old, what names a download address (it would tie the lock file to one registry), and what would run at an
 * install without leave. Reads the lock file alone.
 */
export async function floorProblems(root: string): Promise<string[]> {
  const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'));
  const lock = (await read('package-lock.json')) as Lock;
  const { allowScripts } = (await read('package.json')) as { allowScripts: Record<string, boolean> };
  const problems = scriptProblems(lock, allowScripts);
  for (const [path, { version, resolved, dev }] of Object.entries(lock.packages)) {
    const name = nameOf(path);
    const floor = floors[name];
    // Build and test tools are not reached by requests.
    if (floor && version && !dev && isOlder(version, floor))
      problems.push(`${path} is ${version}, the floor is ${floor}`);
    if (resolved?.startsWith('http')) problems.push(`${path} records a download address`);
  }
  return problems;
}

/**
 * A package runs a program of its own at an install only where `allowScripts` of package.json says so, and a refusal is
 * written there too: npm runs scripts that are not named with a notice; `.npmrc` makes it stop instead. A name that no
 * package has any more would let in its next owner.
 */
export function scriptProblems({ packages }: Lock, allowed: Readonly<Record<string, boolean>>): string[] {
  const asking = new Set(
    Object.entries(packages).flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [nameOf(path)] : [])),
  );
  return [
    ...[...asking]
      .filter((name) => !(name in allowed))
      .map((name) => `${name} has an install script that allowScripts says nothing about`),
    ...Object.keys(allowed)
      .filter((name) => !asking.has(name))
      .map((name) => `allowScripts names ${name}, which has no install script`),
  ];
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
