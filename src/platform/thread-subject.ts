import type { Platform } from '#platform/platform.ts';

/** A thing that two members may talk about, as one of them sees it. */
export interface SubjectView {
  id: string;
  title: string;
  /** Address of its page. */
  to: string;
  /** Members that the viewer may start a thread with about it. Existing threads go on in any case. */
  with: readonly string[];
  /** Its owner, also while no thread may be started. */
  of?: string;
  /** The thing that it came from: a thread of the two about that one is continued. */
  from?: { kind: string; id: string };
}

/** How a feature provides its things as subjects of threads. */
export interface ThreadSubject {
  /** Null when there is none, or the viewer may not see it. */
  find(platform: Platform, viewerId: string, id: string): Promise<SubjectView | null>;
  /** The titles of the subjects that `find` returns, by id, for a list, in one read. Absent: no list shows them. */
  titles?(platform: Platform, viewerId: string, ids: readonly string[]): Promise<Map<string, string>>;
}
