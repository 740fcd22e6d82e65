import { eq } from 'drizzle-orm';
import { money } from '#kernel/numbers/money.ts';
import type { Channel } from '#platform/feature.ts';
import type { ThreadSubject } from '#platform/thread-subject.ts';
import { want } from './model/want.tables.ts';
import { findWantsByIds, getWantFor } from './wants.queries.server.ts';

/** `wanted {id}`: members and visitors who may open its page receive its changes. */
export const wantedChannel: Channel = {
  description: {
    params: { id: 'of the wanted post' },
    by: 'everyone who can see the wanted post',
    kinds: ['wanted.changed'],
  },
  async topics(platform, viewer, params) {
    const { id } = await getWantFor(platform.db, viewer?.id ?? null, params.id ?? '');
    return [`wanted:${id}`];
  },
};

const titleOf = ({ title }: { title: string }) => `Wanted: ${title}`;

/** A want as the subject of a thread: while it is open, every member may start one with its owner. */
export const wantedSubject: ThreadSubject = {
  async find(platform, viewerId, id) {
    const [found] = await findWantsByIds(platform.db, viewerId, [id]);
    if (!found) return null;
    const isOpen = found.status === 'open' && found.owner.id !== viewerId;
    return { id, title: titleOf(found), to: `/wanted/${id}`, with: isOpen ? [found.owner.id] : [] };
  },
  async freeze(tx, id) {
    const [row] = await tx.db.select().from(want).where(eq(want.id, id));
    if (!row) return null;
    const { description: text, highestAmount, currency, lowestCondition: condition } = row;
    const price = highestAmount !== null && currency !== null ? money(highestAmount, currency) : null;
    return { text, price, condition, photos: [] };
  },
  async titles(platform, viewerId, ids) {
    return new Map((await findWantsByIds(platform.db, viewerId, ids)).map((found) => [found.id, titleOf(found)]));
  },
};
