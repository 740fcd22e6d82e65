/**
 * Whether a path is at or under an address prefix, by whole segments: `/settings-help` is not under `/settings`. A
 * segment such as `:id` in the prefix matches any segment.
 */
export function isUnder(prefix: string, path: string): boolean {
  const wanted = prefix.split('/');
  const given = path.split('/');
  return wanted.every((part, i) => (part.startsWith(':') ? Boolean(given[i]) : part === given[i]));
}

/** Addresses that require a member: prefixes, and exact addresses, below which the pages are public. */
export interface GuardedPaths {
  under: readonly string[];
  alone: readonly string[];
}

/** The guarded address or prefix of a path, or null. A trailing slash is ignored. */
export function findGuardedPath({ under, alone }: GuardedPaths, path: string): string | null {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return alone.find((address) => address === bare) ?? under.find((prefix) => isUnder(prefix, bare)) ?? null;
}
