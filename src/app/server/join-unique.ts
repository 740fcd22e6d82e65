/** Joins records by name. Throws, naming it, when two features claim the same name. */
export function joined<T>(parts: (Readonly<Record<string, T>> | undefined)[], what: string): Record<string, T> {
  const all: Record<string, T> = {};
  for (const part of parts) {
    for (const [name, value] of Object.entries(part ?? {})) {
      if (name in all) throw new Error(`two features claim the ${what} ${name}`);
      all[name] = value;
    }
  }
  return all;
}

/**
 * Sorts by rank. Throws when two features claim one rank, because their order would then depend on the order of
 * features.
 */
export function byRank<T extends { rank: number }>(claims: readonly T[], what: string): T[] {
  joined(
    claims.map((claim) => ({ [claim.rank]: claim })),
    what,
  );
  return [...claims].sort((a, b) => a.rank - b.rank);
}
