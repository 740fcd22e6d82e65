import type { Money } from '#kernel/numbers/money.ts';
import type { Tx } from '#platform/outbox/write.ts';
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

/** A copy of what members saw of a thing, as evidence of a report. */
export interface FrozenThing {
  /** The description of a listing or a wanted post, or the words of a review. */
  text: string | null;
  /** The price of a listing, or the highest price of a wanted post. */
  price: Money | null;
  condition: string | null;
  photos: readonly FrozenPhoto[];
}

interface FrozenPhoto {
  id: string;
  url: string;
  width: number;
  height: number;
  alt: string;
  widths: readonly number[];
  placeholder: string | null;
}

/** How a feature provides its things as subjects of threads. */
export interface ThreadSubject {
  /** Null when there is none, or the viewer may not see it. */
  find(platform: Platform, viewerId: string, id: string): Promise<SubjectView | null>;
  /**
   * A copy of the thing for a report, in its transaction; null for an unknown thing. Absent: the title is all there is
   * to keep.
   */
  freeze?(tx: Tx, id: string): Promise<FrozenThing | null>;
  /** Called when no report shows these photos of `freeze` any more: the files of removed ones are deleted. */
  releasePhotos?(tx: Tx, photoIds: readonly string[]): void;
  /** The titles of the subjects that `find` returns, by id, for a list, in one read. Absent: no list shows them. */
  titles?(platform: Platform, viewerId: string, ids: readonly string[]): Promise<Map<string, string>>;
}
