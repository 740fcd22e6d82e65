/**
 * Whether a path lies at or under a beginning of addresses. Whole segments count: `/settings-help` does not lie under
 * `/settings`. A segment such as `:id` in the beginning stands for any one.
 */
export function isUnder(beginning: string, path: string): boolean {
  const wanted = beginning.split('/');
  const given = path.split('/');
  return wanted.every((part, i) => (part.startsWith(':') ? Boolean(given[i]) : part === given[i]));
}

/** Addresses that need a member: beginnings, and some alone, below which everybody may look. */
export interface Guarded {
  under: readonly string[];
  alone: readonly string[];
}

/** The guarded place that a path falls in, or null. A slash at the path's end is no other address. */
export function guardedPlace({ under, alone }: Guarded, path: string): string | null {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : path;
  return alone.find((address) => address === bare) ?? under.find((beginning) => isUnder(beginning, bare)) ?? null;
}
