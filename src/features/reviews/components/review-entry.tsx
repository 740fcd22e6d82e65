import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Review } from '../contract.ts';
import { Stars } from './stars.tsx';

interface Props {
  review: Review;
  now: string;
  /** The author of the answer, where there is one. */
  memberName: string;
  /** In place of the author's name, where the reader is one of the two. */
  head?: ReactNode;
  /** Whether the viewer may report it to the admins. */
  isReportable?: boolean;
}

/** One review with its answer. */
export function ReviewEntry({ review, now, memberName, head, isReportable }: Props) {
  const { author, rating, text, reply, shownAt, createdAt } = review;
  return (
    <article data-testid="review">
      <p className="rev-head">
        <Stars rating={rating} />
        {head ?? (
          <Link className="link" to={`/profile/${author.id}`}>
            {author.username}
          </Link>
        )}
        <span className="dim">
          <RelativeTime at={shownAt ?? createdAt} now={now} ago />
        </span>
        {isReportable && (
          <Link className="dim rev-report" to={`/report/review/${review.id}`}>
            Report<span className="sr"> the review of {author.username}</span>
          </Link>
        )}
      </p>
      {text && (
        <p className="rev-text" dir="auto">
          {text}
        </p>
      )}
      {reply && (
        <div className="rev-reply">
          <p className="dim">
            {memberName} replied <RelativeTime at={reply.at} now={now} ago />
          </p>
          <p dir="auto">{reply.text}</p>
        </div>
      )}
    </article>
  );
}
