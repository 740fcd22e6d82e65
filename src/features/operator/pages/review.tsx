import { useEffect } from 'react';
import { type ActionFunctionArgs, Form, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextArea } from '#ui/field.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Definitions, Note, Panel } from '#ui/panel.tsx';
import { useToast } from '#ui/toast.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { type ReviewFactsView, reasonInput } from '../contract.ts';
import { decideReview, lookAtNamedReview } from '../look-at-named-review.server.ts';
import { requirePageOperator } from '../page-operator.server.ts';

interface Answer extends FormAnswer {
  done?: string;
}

export async function loader(args: LoaderFunctionArgs) {
  const operator = await requirePageOperator(args, 'look at a review');
  const { platform } = pageScope(args.context);
  return { review: await lookAtNamedReview(platform, args.params.id ?? '', operator.id).catch(pageRefusal) };
}

export async function action(args: ActionFunctionArgs) {
  const operator = await requirePageOperator(args, 'look at a review');
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  const form = await args.request.formData();
  return answerForm<Answer>(form, ['act', 'reason'], async () => {
    const isRelease = text(form, 'act') === 'release';
    await decideReview(platform, operator.id, id, isRelease ? null : parseInput(reasonInput, { reason: text(form, 'reason') }).reason);
    return { done: isRelease ? 'The review is shown again.' : 'The review is hidden. Its author reads the reason.' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Review', description: 'A review, for operators.', path: '/admin', noIndex: true });

export default function OperatorReviewPage() {
  const { review } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<Answer>();
  const toast = useToast();
  useEffect(() => {
    if (answer?.done) toast({ tone: 'good', title: answer.done });
  }, [answer, toast]);
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Reports', to: '/admin/reports' }, { label: 'Review' }]} />
      <div className="page-h adm-h">
        <h1>Review of {review.memberName ?? 'a member who has left'}</h1>
        <ButtonLink to={`/profile/${review.memberId}#reviews`} size="sm">
          Public page
        </ButtonLink>
      </div>
      {answer?.done && (
        <noscript>
          <Note tone="success" role="status" className="mb-4">
            {answer.done}
          </Note>
        </noscript>
      )}
      <div className="adm-two">
        <div className="adm-col">
          <Facts review={review} />
        </div>
        <div className="adm-col">
          <Actions review={review} answer={answer} />
        </div>
      </div>
    </>
  );
}

function Facts({ review }: { review: ReviewFactsView }) {
  const { rating, text: words, reply, authorId, authorName, memberId, memberName, orderId, shownAt, counts, hidden } = review;
  const member = (id: string, name: string | null) =>
    name === null ? (
      'A member who has left'
    ) : (
      <Link className="link" to={`/admin/members/${id}`}>
        {name}
      </Link>
    );
  return (
    <Panel title="Review" id="review">
      <Definitions
        rows={[
          ['Stars', `${rating} of 5`],
          ['By', member(authorId, authorName)],
          ['About', member(memberId, memberName)],
          [
            'Order',
            <Link key="order" className="link" to={`/admin/orders/${orderId}`}>
              Open it
            </Link>,
          ],
          ['Shown', shownAt && dayMonthYear(new Date(shownAt))],
          ['Average', hidden ? null : counts ? 'It counts' : 'Another one of the same two counts'],
          ['Hidden', hidden && `${dayMonthYear(new Date(hidden.at))}: ${hidden.reason}`],
        ]}
      />
      {words && (
        <blockquote className="adm-said mt-4" dir="auto">
          {words}
        </blockquote>
      )}
      {reply && (
        <>
          <p className="dim mt-4">Answered:</p>
          <blockquote className="adm-said" dir="auto">
            {reply}
          </blockquote>
        </>
      )}
    </Panel>
  );
}

function Actions({ review, answer }: { review: ReviewFactsView; answer: Answer | undefined }) {
  const { formData, state } = useNavigation();
  const busy = (act: string) => state !== 'idle' && formData?.get('act') === act;
  const problem = answer?.problem;
  return (
    <Panel title="Actions" id="actions">
      {problem && !problem.errors && (
        <Note tone="danger" role="alert" className="mb-4">
          {problem.message}
        </Note>
      )}
      {review.may.includes('hide') && (
        <Form method="post" preventScrollReset noValidate aria-label="Hide the review">
          <input type="hidden" name="act" value="hide" />
          {problem?.errors && <ErrorSummary errors={problem.errors} attempt={problem} />}
          <p className="dim mb-4">Nobody but its author reads it any more, and it makes no average.</p>
          <TextArea
            label="Reason"
            name="reason"
            required
            rows={3}
            maxLength={500}
            defaultValue={answer?.done ? '' : answer?.values?.reason}
            error={problem?.errors?.reason}
            help="Read by its author, and kept in the audit log."
          />
          <Button type="submit" kind="danger" className="mt-4" busy={busy('hide')} busyLabel="Hiding…">
            Hide review
          </Button>
        </Form>
      )}
      {review.may.includes('release') && (
        <Form method="post" preventScrollReset aria-label="Show the review">
          <input type="hidden" name="act" value="release" />
          <p className="dim mb-4">Everybody reads it again, and it counts as far as no other one of the same two does.</p>
          <Button type="submit" kind="primary" busy={busy('release')} busyLabel="Showing…">
            Show review
          </Button>
        </Form>
      )}
      {review.may.length === 0 && <p className="dim">Another operator decides about reviews of yours and about you.</p>}
    </Panel>
  );
}
