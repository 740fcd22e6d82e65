import { Check, X } from 'lucide-react';
import { Form, Link, useFetcher } from 'react-router';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { innerIcon } from '#ui/page/inner-icons.ts';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Entry } from '../contract.ts';
import './notifications.css';

interface EntryRowProps {
  entry: Entry;
  now: string;
  /** Among the latest in the header: without its sentence and the buttons. */
  brief?: boolean;
}

/**
 * A notification: the whole row leads to its page, which the link at its end names by what the member may do there. A
 * press marks it as read.
 */
export function EntryRow({ entry: { id, title, body, link, read, createdAt, icon, act }, now, brief }: EntryRowProps) {
  const { submit } = useFetcher();
  const opened = () => {
    if (!read) void submit({ id, intent: 'read' }, { method: 'post', action: '/notifications' });
  };
  const facts = (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="title" value={title} />
    </>
  );
  return (
    <li className={read ? undefined : 'new'} data-testid="notification" data-read={read}>
      <Icon of={innerIcon(icon)} size={20} />
      <div>
        <Link className="ntf-open" to={link} onClick={opened} onAuxClick={opened}>
          {title}
          {!read && <span className="sr"> (unread)</span>}
        </Link>
        {body && !brief && <p>{body}</p>}
        <small>
          <RelativeTime at={createdAt} now={now} ago />
        </small>
      </div>
      <div className="ntf-end">
        <Link className="btn sm" to={link} onClick={opened} onAuxClick={opened} aria-label={`${act}: ${title}`}>
          {act}
        </Link>
        {!brief && !read && (
          <Form method="post">
            {facts}
            <IconButton
              type="submit"
              name="intent"
              value="read"
              label={`Mark as read: ${title}`}
              icon={<Icon of={Check} />}
            />
          </Form>
        )}
        {!brief && (
          <Form method="post">
            {facts}
            <IconButton type="submit" name="intent" value="delete" label={`Delete: ${title}`} icon={<Icon of={X} />} />
          </Form>
        )}
      </div>
    </li>
  );
}
