import { dayMonthYear } from '#kernel/time.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { Review } from '../contract.ts';
import type { Writable } from '../model/review.rules.ts';
import { reviewDeadlines } from '../words.ts';
import { ReviewEntry } from './review-entry.tsx';
import { ReplyForm, type ReviewAnswer, ReviewForm } from './review-forms.tsx';
import './reviews.css';

interface Props {
  /** The reviews that this side may see. */
  reviews: readonly Review[];
  may: Writable;
  viewerId: string;
  /** The other side's name. */
  name: string;
  now: string;
  answer: ReviewAnswer | undefined;
}

/** The reviews of an order's two sides, and the form to write one. */
export function OrderReviews({ reviews, may, viewerId, name, now, answer }: Props) {
  const own = reviews.find(({ author }) => author.id === viewerId) ?? null;
  const theirs = reviews.find(({ author }) => author.id !== viewerId) ?? null;
  const of = (intent: string) => (answer?.values?.intent === intent ? answer : undefined);
  if (may === 'not_delivered') return null;
  return (
    <Panel
      title="Reviews"
      id="reviews"
      note={
        own
          ? undefined
          : `Reviews are shown when you and ${name} have both submitted one, or ${reviewDeadlines.showAfter} after the first.`
      }
    >
      <div className="rev-own">
        {own ? (
          <ReviewEntry review={own} now={now} memberName={name} head={<strong>Your review</strong>} />
        ) : may === 'yes' ? (
          <ReviewForm name={name} own={null} answer={of('review')} />
        ) : (
          <p className="dim">
            You can review an order for {reviewDeadlines.writeWithin} after delivery. You didn’t review this one.
          </p>
        )}
        {own?.hidden && (
          <Note tone="warning" className="mt-3">
            We hid your review. Reason: {own.hidden.reason}
          </Note>
        )}
        {own && own.shownAt === null && (
          <p className="dim mt-2">
            {name} can see your review after reviewing you, or from {dayMonthYear(new Date(own.showsAt))}.
          </p>
        )}
        {own && may === 'yes' && (
          <details open={Boolean(of('review')?.problem)}>
            <summary>Edit review</summary>
            <ReviewForm name={name} own={own} answer={of('review')} />
          </details>
        )}
      </div>
      {theirs && (
        <div className="rev-own">
          <ReviewEntry
            review={theirs}
            now={now}
            memberName="You"
            head={<strong>Review by {name}</strong>}
            isReportable
          />
          {theirs.reply === null && <ReplyForm review={theirs} answer={of('reply')} />}
        </div>
      )}
    </Panel>
  );
}
