import { notify } from '#features/notifications/index.server.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Tx } from '#platform/outbox/write.ts';

export const messageUpdates: NotificationKind = {
  name: 'messages',
  rank: 25,
  label: 'Messages',
  means: 'A member wrote to you.',
};

/** A thread's place among the things that entries tell of, and the name of its one entry. */
export const updatesOfThread = (threadId: string) => `thread ${threadId}`;

interface Said {
  threadId: string;
  /** Who wrote. */
  from: string;
  to: string;
  /** How much waits in the thread by now. */
  unread: number;
  now: Date;
}

/** One entry a thread, new again with each message; without what was said, which is the thread's to show. */
export async function notifyMessage(tx: Tx, { threadId, from, to, unread, now }: Said): Promise<void> {
  await notify(tx, {
    userId: to,
    kind: messageUpdates,
    title: '{name} wrote to you',
    namedId: from,
    body: unread > 1 ? `${unread} messages wait for you.` : '',
    link: `/messages/${threadId}`,
    about: updatesOfThread(threadId),
    thing: updatesOfThread(threadId),
    renews: true,
    now,
  });
}
