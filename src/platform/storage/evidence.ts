import type { Db } from '#platform/db/db.ts';

/** Who may see a file because a record shows it. */
export interface ShownTo {
  members: readonly string[];
  /** Only these admins; absent: all. */
  operators?: readonly string[];
}

/**
 * Files that the records of a feature show, by id. They stay visible when the thing that they belonged to is hidden or
 * deleted, and are not swept.
 */
export type Evidence = (db: Db, fileIds: readonly string[]) => Promise<ReadonlyMap<string, ShownTo>>;

/** Combines the functions of all features. */
export function joinEvidence(all: readonly Evidence[]): Evidence {
  return async (db, fileIds) => {
    const joined = new Map<string, ShownTo>();
    for (const evidence of all)
      for (const [id, shown] of await evidence(db, fileIds)) joined.set(id, bothShown(joined.get(id), shown));
    return joined;
  };
}

/** A record for all admins overrides the restriction of another record. */
export function bothShown(one: ShownTo | undefined, other: ShownTo): ShownTo {
  if (!one) return other;
  const members = [...one.members, ...other.members];
  return one.operators && other.operators
    ? { members, operators: [...one.operators, ...other.operators] }
    : { members };
}
