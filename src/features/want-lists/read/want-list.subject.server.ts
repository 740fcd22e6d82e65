import { isRefusal } from '#kernel/refusal.ts';
import type { ThreadSubject } from '#platform/thread-subject.ts';
import { findListFor } from './want-lists.queries.server.ts';

/** A list as the subject of a report: it has no threads, and does not name its owner. */
export const listSubject: ThreadSubject = {
  async find({ db }, viewerId, id) {
    const row = await findListFor(db, { id: viewerId, role: 'member' }, id).catch((error: unknown) => {
      if (isRefusal(error)) return null;
      throw error;
    });
    return row?.isPublic && row.hiddenAt === null
      ? { id, title: row.name, to: `/want-lists/${id}`, with: [], of: row.ownerId }
      : null;
  },
};
