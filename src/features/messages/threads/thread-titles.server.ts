import type { Platform } from '#platform/platform.ts';
import type { SubjectView } from '#platform/thread-subject.ts';
import type { Thread } from '../contract.ts';

/** The subject's title, from its own feature, as this member may see it; null for no subject and for a deleted one. */
export async function findSubject(
  platform: Platform,
  viewerId: string,
  { subject }: Pick<Thread, 'subject'>,
): Promise<SubjectView | null> {
  return (await platform.threadSubjects[subject.kind]?.find(platform, viewerId, subject.id)) ?? null;
}

/**
 * By thread: the subject's title, one query per kind. Threads without a subject, or with a deleted one, are missing.
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
