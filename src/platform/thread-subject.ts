import type { Platform } from '#platform/platform.ts';

/** A thing that two members may talk about, for one of them. */
export interface SubjectView {
  id: string;
  title: string;
  /** Its page. */
  to: string;
  /**
   * Members with whom the viewer may begin to talk about it; a thread that the two have goes on whoever is named here.
   */
  with: readonly string[];
  /** Whose it is, also while nobody may begin to talk about it. */
  of?: string;
  /** What it grew from: where the two talk about that already, they go on there. */
  from?: { kind: string; id: string };
}

/** How a room tells of its things as subjects of threads. */
export interface ThreadSubject {
  /** Null where there is none, or the viewer may not know of it. */
  find(platform: Platform, viewerId: string, id: string): Promise<SubjectView | null>;
  /** The titles of those that `find` would tell of, by id: for a list, in one read. Absent where no list names them. */
  titles?(platform: Platform, viewerId: string, ids: readonly string[]): Promise<Map<string, string>>;
}
