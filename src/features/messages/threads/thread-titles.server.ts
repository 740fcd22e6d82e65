import type { Platform } from '#platform/platform.ts';
import type { SubjectView } from '#platform/thread-subject.ts';
import type { Thread } from '../contract.ts';

/**
 * What a thread is about, as the room of the thing tells it to this member; null for the two alone, and for what there
 * is no more.
 */
export async function findSubject(
  platform: Platform,
  viewerId: string,
  { subject }: Pick<Thread, 'subject'>,
): Promise<SubjectView | null> {
  return (await platform.threadSubjects[subject.kind]?.find(platform, viewerId, subject.id)) ?? null;
}

/**
 * By thread: the title of what it is about, one read for each kind. A thread about nothing else, or about what there is
 * no more, has none.
 */
export async function threadTitles(
  platform: Platform,
  viewerId: string,
  threads: readonly Thread[],
): Promise<Record<string, string>> {
  const kinds = Map.groupBy(threads, ({ subject }) => subject.kind);
  const found = await Promise.all(
    [...kinds].map(async ([kind, some]) => {
      const titles = await platform.threadSubjects[kind]?.titles?.(platform, viewerId, [
        ...new Set(some.map(({ subject }) => subject.id)),
      ]);
      return some.flatMap(({ id, subject }) =>
        titles?.has(subject.id) ? [[id, titles.get(subject.id) ?? ''] as const] : [],
      );
    }),
  );
  return Object.fromEntries(found.flat());
}
