import { Form, useNavigation } from 'react-router';
import type { PageProblem } from '#platform/http/page.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { Note } from '#ui/page/panel.tsx';
import { type Review, reviewLimits } from '../contract.ts';
import { StarsField } from './stars.tsx';

export interface ReviewAnswer {
  problem?: PageProblem;
  values?: Record<string, string>;
}

interface Props {
  name: string;
  /** The viewer's own review, to be changed. */
  own: Review | null;
  answer: ReviewAnswer | undefined;
}

/** Stars and words about the other side. */
export function ReviewForm({ name, own, answer }: Props) {
  const { formData } = useNavigation();
  const { problem, values } = answer ?? {};
  const errors = problem?.errors;
  return (
    <Form method="post" preventScrollReset noValidate>
      <input type="hidden" name="intent" value="review" />
      <Refused problem={problem} />
      <ErrorSummary errors={errors} attempt={problem} />
      <StarsField defaultValue={values?.rating ?? own?.rating.toString()} error={errors?.rating} />
      <TextArea
        label="Your review"
        name="text"
        rows={4}
        maxLength={reviewLimits.text}
        defaultValue={values?.text ?? own?.text ?? ''}
        error={errors?.text}
        help={`Your review is public. ${name} can reply once.`}
      />
      <Button
        type="submit"
        kind="primary"
        className="mt-4"
        busy={formData?.get('intent') === 'review'}
        busyLabel={own ? 'Saving…' : 'Submitting…'}
      >
        {own ? 'Save review' : 'Submit review'}
      </Button>
    </Form>
  );
}

/** One answer to what the other side said. */
export function ReplyForm({ review, answer }: { review: Review; answer: ReviewAnswer | undefined }) {
  const { formData } = useNavigation();
  const { problem, values } = answer ?? {};
  const errors = problem?.errors;
  return (
    <details open={Boolean(problem)}>
      <summary>Reply to review</summary>
      <Form method="post" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="reply" />
        <input type="hidden" name="reviewId" value={review.id} />
        <Refused problem={problem} />
        <ErrorSummary errors={errors} attempt={problem} />
        <TextArea
          label="Your reply"
          name="reply"
          required
          rows={3}
          maxLength={reviewLimits.reply}
          defaultValue={values?.reply ?? ''}
          error={errors?.reply}
          help="Your reply is public and can’t be changed."
        />
        <Button type="submit" className="mt-4" busy={formData?.get('intent') === 'reply'} busyLabel="Sending…">
          Send reply
        </Button>
      </Form>
    </details>
  );
}

function Refused({ problem }: { problem: PageProblem | undefined }) {
  if (!problem || problem.errors) return null;
  return (
    <Note tone="danger" role="alert">
      {problem.message}
    </Note>
  );
}
