/** Joins what rooms claim by name. Throws, naming it, when two of them claim the same. */
export function joined<T>(parts: (Readonly<Record<string, T>> | undefined)[], what: string): Record<string, T> {
  const all: Record<string, T> = {};
  for (const part of parts) {
    for (const [name, value] of Object.entries(part ?? {})) {
      if (name in all) throw new Error(`two rooms claim the ${what} ${name}`);
      all[name] = value;
    }
  }
  return all;
}

/**
 * In the order of their ranks. Throws when two of them claim one rank, because which came first would hang on the order
 * of the rooms.
 */
export function byRank<T extends { rank: number }>(claims: readonly T[], what: string): T[] {
  joined(
    claims.map((claim) => ({ [claim.rank]: claim })),
    what,
  );
  return [...claims].sort((a, b) => a.rank - b.rank);
}
