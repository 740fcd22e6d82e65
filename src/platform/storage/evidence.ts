import type { Db } from '#platform/db/db.ts';

/**
 * Files that the records of a room show: id of a file → ids of the members who may see it for that. What it belonged to may be hidden or gone; a file that is
 * named here is not swept.
 */
export type Evidence = (db: Db, fileIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/** What all rooms say, as one. */
export function joinEvidence(all: readonly Evidence[]): Evidence {
  return async (db, fileIds) => {
    const joined = new Map<string, string[]>();
    for (const evidence of all) {
      for (const [id, members] of await evidence(db, fileIds)) joined.set(id, [...(joined.get(id) ?? []), ...members]);
    }
    return joined;
  };
}
