import type { Db } from '#platform/db/db.ts';

/** Who may see a file for a record that shows it. */
export interface ShownTo {
  members: readonly string[];
  /** Of operators these alone; all of them where nothing is said. */
  operators?: readonly string[];
}

/**
 * Files that the records of a room show, by their ids. What a file belonged to may be hidden or gone; a file that is
 * named here is not swept.
 */
export type Evidence = (db: Db, fileIds: readonly string[]) => Promise<ReadonlyMap<string, ShownTo>>;

/** What all rooms say, as one. */
export function joinEvidence(all: readonly Evidence[]): Evidence {
  return async (db, fileIds) => {
    const joined = new Map<string, ShownTo>();
    for (const evidence of all)
      for (const [id, shown] of await evidence(db, fileIds)) joined.set(id, both(joined.get(id), shown));
    return joined;
  };
}

/** A record that all operators may look at opens what another one keeps from them. */
function both(one: ShownTo | undefined, other: ShownTo): ShownTo {
  if (!one) return other;
  const members = [...one.members, ...other.members];
  return one.operators && other.operators
    ? { members, operators: [...one.operators, ...other.operators] }
    : { members };
}
