import { Link } from 'react-router';
import { Avatar } from '#ui/avatar.tsx';
import { cn } from '#ui/cn.ts';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Thread } from '../contract.ts';
import { otherOf } from './thread-words.ts';

export interface ThreadListProps {
  threads: readonly Thread[];
  /** By thread: the subject's title. */
  titles: Readonly<Record<string, string>>;
  viewerId: string;
  /** The thread that is open beside the list. */
  openId: string | undefined;
  now: string;
  addressOf(id: string): string;
}

/** The member's conversations, newest first. */
export function ThreadList({ threads, titles, viewerId, openId, now, addressOf }: ThreadListProps) {
  return (
    <ul>
      {threads.map((thread) => {
        const { id, lastMessage, unread } = thread;
        const other = otherOf(thread, viewerId);
        const isOpen = id === openId;
        const isNew = unread > 0 && !isOpen;
        return (
          <li key={id} className={cn('thr', isNew && 'new', isOpen && 'open')} data-testid="thread">
            <Avatar name={other.username} url={other.avatarUrl} size={40} />
            <div className="thr-m">
              <p className="thr-n">
                <Link to={addressOf(id)} aria-current={isOpen ? 'page' : undefined} preventScrollReset>
                  {other.username}
                </Link>
                {thread.priority && (
                  <span
                    className="thr-pr"
                    title="This message is from a Premium member and is listed first until you read it."
                  >
                    Priority
                  </span>
                )}
                {lastMessage && <RelativeTime at={lastMessage.createdAt} now={now} />}
              </p>
              {titles[id] && <p className="thr-s">{titles[id]}</p>}
              <p className="thr-t">
                <span dir="auto">
                  {lastMessage?.senderId === viewerId && 'You: '}
                  {lastMessage ? lastMessage.text || 'Photos' : 'No messages yet'}
                </span>
                {isNew && (
                  <b className="num">
                    {unread}
                    <span className="sr"> unread</span>
                  </b>
                )}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
