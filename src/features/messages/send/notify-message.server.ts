import { notify } from '#features/notifications/index.server.ts';
import { plural } from '#kernel/format.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';

export const messageUpdates: NotificationKind = {
  name: 'messages',
  rank: 25,
  label: 'Messages',
  means: 'A member sends you a message.',
  icon: 'messages',
  act: 'View conversation',
  texts: {
    wrote: ({ unread }: { unread: number }) => ({
      title: 'New message from {name}',
      body: unread > 1 ? plural(unread, { one: '# unread message.', other: '# unread messages.' }) : '',
      act: 'Reply to message',
    }),
  },
};

/** A thread as the thing of an entry, and the name of its one entry. */
export const updatesOfThread = (threadId: string) => `thread ${threadId}`;

interface Said {
  threadId: string;
  /** The sender. */
  from: string;
  to: string;
  /** The number of unread messages in the thread. */
  unread: number;
  now: Date;
}

/** One entry per thread, renewed with each message; without its text. */
export async function notifyMessage(tx: Tx, { threadId, from, to, unread, now }: Said): Promise<void> {
  await notify(tx, {
    userId: to,
    kind: messageUpdates,
    code: 'wrote',
    params: { unread },
    namedId: from,
    link: `/messages/${threadId}`,
    about: updatesOfThread(threadId),
    thing: updatesOfThread(threadId),
    renews: true,
    now,
  });
}
