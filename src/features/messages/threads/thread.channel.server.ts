import { eq } from 'drizzle-orm';
import { isId } from '#kernel/ids.ts';
import { notFound } from '#kernel/refusal.ts';
import type { Channel } from '#platform/feature.ts';
import { isBlocked } from '../blocks/blocks.server.ts';
import { messagePolicy, unknownThread } from '../model/message.policy.ts';
import { thread } from '../model/message.tables.ts';

/** `thread {id}`: messages, reads and typing, for its two members. */
export const threadChannel: Channel = {
  description: {
    params: { id: 'of the thread' },
    by: 'its two members',
    kinds: ['message.created', 'thread.read', 'thread.delivered', 'typing'],
  },
  async topics({ db }, viewer, params) {
    const id = params.id ?? '';
    messagePolicy.check(viewer, 'see');
    const [row] = isId(id) ? await db.select().from(thread).where(eq(thread.id, id)) : [];
    if (!row) throw notFound(unknownThread);
    messagePolicy.check(viewer, 'see', row);
    return [`thread:${id}`];
  },
  async typing({ db }, viewer, id) {
    messagePolicy.check(viewer, 'write');
    const [row] = isId(id) ? await db.select().from(thread).where(eq(thread.id, id)) : [];
    if (!row) throw notFound(unknownThread);
    messagePolicy.check(viewer, 'write', row);
    return (await isBlocked(db, row.firstId, row.secondId)) ? null : `thread:${id}`;
  },
};
