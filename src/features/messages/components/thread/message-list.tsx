import { ArrowDown, CircleAlert } from 'lucide-react';
import { Fragment, type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { plural } from '#kernel/format.ts';
import { Button } from '#ui/button.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/icon.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Message, MessagePhoto } from '../../contract.ts';
import { markSentence } from './mark-words.ts';
import { messageDays } from './message-days.ts';
import { MessageText } from './message-text.tsx';
import type { Outgoing } from './outbox.ts';
import { useStay } from './use-stay.ts';

export interface MessageListProps {
  /** Oldest first. */
  messages: readonly Message[];
  waiting: readonly Outgoing[];
  viewerId: string;
  /** The other member's name. */
  name: string;
  now: string;
  /** Links to older pages, above the first message. */
  earlier: ReactNode;
  /** Renders a message's card of another feature: an offer, an order. Null for a message with text only. */
  card?: (message: Message) => ReactNode;
  /** Other events between the two, oldest first, listed by their time. */
  steps?: readonly Step[];
  onAgain(clientId: string): void;
  onDiscard(clientId: string): void;
}

interface Step {
  id: string;
  createdAt: string;
  shown: ReactNode;
}

/** Messages and steps by time; a step follows a message of the same moment. */
function inTime(messages: readonly Message[], steps: readonly Step[]) {
  const said = messages.map((message) => ({ createdAt: message.createdAt, message }));
  return [...said, ...steps.map((step) => ({ createdAt: step.createdAt, step }))].sort(
    (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  );
}

/** The conversation: days, bubbles, messages being sent. Nothing in it moves when a message arrives. */
export function MessageList({
  messages,
  waiting,
  viewerId,
  name,
  now,
  earlier,
  card,
  steps = [],
  onAgain,
  onDiscard,
}: MessageListProps) {
  const box = useRef<HTMLElement>(null);
  const last = waiting.at(-1)?.clientId ?? messages.at(-1)?.clientId ?? messages.at(-1)?.id;
  const isOwnLast = waiting.length > 0 || messages.at(-1)?.senderId === viewerId;
  const { missed, onScroll, toEnd } = useStay(box, last, isOwnLast, name);
  const lastOwn = messages.findLast(({ senderId }) => senderId === viewerId);
  return (
    <div className="msg-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard */}
      <section ref={box} className="msg-scroll" aria-label={`Messages with ${name}`} tabIndex={0} onScroll={onScroll}>
        <div className="msg-all">
          {earlier}
          {messageDays(inTime(messages, steps), now).map(({ day, name, messages }) => (
            <Fragment key={day}>
              <h2 className="msg-day">{name}</h2>
              <ol>
                {messages.map((entry) =>
                  'step' in entry ? (
                    <li key={entry.step.id} className="msg mid">
                      {entry.step.shown}
                      <p className="msg-w">
                        <RelativeTime at={entry.createdAt} now={now} ago />
                      </p>
                    </li>
                  ) : (
                    <Bubble
                      key={entry.message.clientId ?? entry.message.id}
                      message={entry.message}
                      isOwn={entry.message.senderId === viewerId}
                      now={now}
                      card={card}
                    >
                      {entry.message === lastOwn && (
                        <span className="msg-mark">
                          {entry.message.readAt ? 'Read' : entry.message.delivered ? 'Delivered' : 'Sent'}
                        </span>
                      )}
                    </Bubble>
                  ),
                )}
              </ol>
            </Fragment>
          ))}
          {waiting.length > 0 && (
            <ol>
              {waiting.map((each) => (
                <WaitingBubble
                  key={each.clientId}
                  {...each}
                  onAgain={() => onAgain(each.clientId)}
                  onDiscard={() => onDiscard(each.clientId)}
                />
              ))}
            </ol>
          )}
        </div>
      </section>
      {missed > 0 && (
        <Button size="sm" className="msg-new" onClick={toEnd}>
          <Icon of={ArrowDown} size={16} />
          {plural(missed, { one: '# new message', other: '# new messages' })}
        </Button>
      )}
    </div>
  );
}

const ownSentMark = 'The recipient sees a warning with this message.';

interface BubbleProps {
  message: Message;
  isOwn: boolean;
  now: string;
  card: MessageListProps['card'];
  children: ReactNode;
}

function Bubble({ message, isOwn, now, card, children }: BubbleProps) {
  const shown = card?.(message);
  return (
    <li className={cn('msg', isOwn && 'own')} data-testid="message">
      <span className="sr">{isOwn ? 'You wrote: ' : 'They wrote: '}</span>
      {shown ?? <Said text={message.text} photos={message.photos} />}
      {message.marks.length > 0 && (
        <p className={isOwn ? 'msg-left' : 'msg-warn'}>{isOwn ? ownSentMark : markSentence(message.marks)}</p>
      )}
      <p className="msg-w">
        <RelativeTime at={message.createdAt} now={now} ago />
        {children}
        {!isOwn && (
          <Link className={cn('link', message.marks.length === 0 && 'msg-rep')} to={`/report/message/${message.id}`}>
            Report
          </Link>
        )}
      </p>
    </li>
  );
}

/** The text, if any, and the photos, each linked to its full size in a new tab. */
function Said({ text, photos }: { text: string; photos: readonly MessagePhoto[] }) {
  return (
    <>
      {text !== '' && (
        <div className="msg-b">
          <MessageText text={text} />
        </div>
      )}
      {photos.length > 0 && (
        <ul className={cn('msg-p', photos.length === 1 && 'one')}>
          {photos.map((photo) => (
            <li key={photo.id}>
              <a href={photo.url} target="_blank" rel="noopener">
                <PhotoImg photo={photo} sizes={photos.length === 1 ? '280px' : '136px'} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function WaitingBubble({
  text,
  photos,
  state,
  said,
  onAgain,
  onDiscard,
}: Outgoing & { onAgain(): void; onDiscard(): void }) {
  const hasFailed = state === 'failed';
  return (
    <li className={cn('msg own', hasFailed ? 'failed' : 'sending')} data-testid="message">
      <span className="sr">You wrote: </span>
      <Said text={text} photos={photos} />
      {hasFailed ? (
        <div className="msg-w" role="alert">
          <span className="msg-said">
            <Icon of={CircleAlert} size={15} />
            {said}
          </span>
          <button type="button" className="link" onClick={onAgain}>
            Send again
          </button>
          <button type="button" className="link" onClick={onDiscard}>
            Discard message
          </button>
        </div>
      ) : (
        <p className="msg-w">Sending…</p>
      )}
    </li>
  );
}
