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
          : `Shown once you and ${name} have both written, or ${reviewDeadlines.showAfter} after the first.`
      }
    >
      <div className="rev-own">
        {own ? (
          <ReviewEntry review={own} now={now} memberName={name} head={<strong>What you wrote</strong>} />
        ) : may === 'yes' ? (
          <ReviewForm name={name} own={null} answer={of('review')} />
        ) : (
          <p className="dim">
            Orders can be reviewed for {reviewDeadlines.writeWithin} after they have arrived. You wrote nothing about
            this one.
          </p>
        )}
        {own?.hidden && (
          <Note tone="warning" className="mt-3">
            An operator of the market has hidden it: {own.hidden.reason}
          </Note>
        )}
        {own && own.shownAt === null && (
          <p className="dim mt-2">
            {name} sees it once they have reviewed you too, on {dayMonthYear(new Date(own.showsAt))} at the latest.
          </p>
        )}
        {own && may === 'yes' && (
          <details open={Boolean(of('review')?.problem)}>
            <summary>Change it</summary>
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
            head={<strong>What {name} wrote</strong>}
            isReportable
          />
          {theirs.reply === null && <ReplyForm review={theirs} answer={of('reply')} />}
        </div>
      )}
    </Panel>
  );
}
