import { ArrowLeft, Ellipsis } from 'lucide-react';
import { Form, Link } from 'react-router';
import { Avatar } from '#ui/avatar.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Other } from '../thread-words.ts';

interface ThreadHeadProps {
  threadId: string;
  other: Other;
  hasBlocked: boolean;
  isTyping: boolean;
}

/**
 * The other member, a back link in the one-pane layout, and actions on the conversation. Forms, which work without
 * JavaScript.
 */
export function ThreadHead({ threadId, other, hasBlocked, isTyping }: ThreadHeadProps) {
  return (
    <header className="thr-h">
      <Link to="/messages" className="ib thr-back" aria-label="Back to all messages">
        <Icon of={ArrowLeft} size={20} />
      </Link>
      <Avatar name={other.username} url={other.avatarUrl} size={40} />
      <div className="thr-w">
        <h1>
          <Link to={`/profile/${other.id}`}>{other.username}</Link>
        </h1>
        {isTyping && <p className="thr-ty">is typing…</p>}
      </div>
      <details className="thr-do">
        <summary className="ib" aria-label="Conversation options">
          <Icon of={Ellipsis} size={20} />
        </summary>
        <div>
          <Form method="post">
            <p>This removes the conversation from your inbox only. The next message brings it back.</p>
            <Button type="submit" name="intent" value="delete" size="sm" full>
              Delete conversation
            </Button>
          </Form>
          <Form method="post">
            <p>
              {hasBlocked
                ? `You’ve blocked ${other.username}. You can’t message each other, trade or see each other’s listings.`
                : `You won’t be able to message each other, trade or see each other’s listings until you unblock ${other.username}. We won’t notify ${other.username}.`}
            </p>
            <Button
              type="submit"
              name="intent"
              value={hasBlocked ? 'unblock' : 'block'}
              size="sm"
              full
              className={hasBlocked ? '' : 'dangerx'}
            >
              {hasBlocked ? `Unblock ${other.username}` : `Block ${other.username}`}
            </Button>
          </Form>
          <div>
            <p>We’ll review your latest messages. We won’t tell {other.username} who sent the report.</p>
            <ButtonLink size="sm" full to={`/report/thread/${threadId}`}>
              Report conversation
            </ButtonLink>
          </div>
        </div>
      </details>
    </header>
  );
}
