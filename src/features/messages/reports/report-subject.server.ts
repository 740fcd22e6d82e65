import { and, eq } from 'drizzle-orm';
import { findSellers } from '#features/members/index.server.ts';
import { isId } from '#kernel/ids.ts';
import { notAllowed, notFound } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import type { ReportSubject } from '../contract.ts';
import { unknownMember, unknownThread } from '../model/message.policy.ts';
import { thread, threadMessage } from '../model/message.tables.ts';

/** The reported thing and the member responsible. */
export interface ReportedThing {
  kind: ReportSubject['kind'];
  /** Null for the member themselves. */
  id: string | null;
  title: string | null;
  reportedId: string;
  /** The reported thread, or that of the reported message, up to the message's sequence number. */
  said?: { threadId: string; place?: number };
}

export const unknownThing = 'We couldn’t find this content, or it can’t be reported.';

/** The thing as the reporter may see it. Refuses an unknown or invisible one (404) and oneself (403). */
export async function findReported(
  platform: Platform,
  reporterId: string,
  { kind, id }: ReportSubject,
): Promise<ReportedThing> {
  if (!isId(id)) throw notFound(kind === 'member' ? unknownMember : unknownThing);
  const found = await (kind === 'member' || kind === 'thread' || kind === 'message'
    ? finders[kind]
    : findInFeature(kind))(platform, reporterId, id);
  if (found.reportedId === reporterId) throw notAllowed('You can’t report yourself.');
  if (kind !== 'member' || (await findSellers(platform.db, [found.reportedId])).has(found.reportedId)) return found;
  throw notFound(unknownMember);
}

type Find = (platform: Platform, reporterId: string, id: string) => Promise<ReportedThing>;

const finders: Record<'member' | 'thread' | 'message', Find> = {
  member: async (_platform, _reporterId, id) => ({ kind: 'member', id: null, title: null, reportedId: id }),

  thread: async ({ db }, reporterId, id) => {
    const [row] = await db.select().from(thread).where(eq(thread.id, id));
    const reportedId = row && otherIn(row, reporterId);
    if (!reportedId) throw notFound(unknownThread);
    return { kind: 'thread', id, title: null, reportedId, said: { threadId: id } };
  },

  message: async ({ db }, reporterId, id) => {
    const [row] = await db
      .select({ message: threadMessage, thread })
      .from(threadMessage)
      .innerJoin(thread, eq(thread.id, threadMessage.threadId))
      .where(and(eq(threadMessage.id, id)));
    if (!row || !otherIn(row.thread, reporterId)) throw notFound(unknownThing);
    const { senderId, threadId, place } = row.message;
    return { kind: 'message', id, title: null, reportedId: senderId, said: { threadId, place } };
  },
};

function otherIn({ firstId, secondId }: typeof thread.$inferSelect, reporterId: string): string | null {
  if (reporterId === firstId) return secondId;
  return reporterId === secondId ? firstId : null;
}

/**
 * A listing, an order, a wanted post, a review or a want list: its own feature returns its title and the member
 * responsible.
 */
function findInFeature(kind: 'listing' | 'order' | 'wanted' | 'review' | 'list'): Find {
  return async (platform, reporterId, id) => {
    const view = await platform.threadSubjects[kind]?.find(platform, reporterId, id);
    const reportedId = view?.of ?? view?.with[0];
    if (!view || !reportedId) throw notFound(unknownThing);
    return { kind, id, title: view.title, reportedId };
  };
}
