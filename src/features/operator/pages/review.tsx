import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, parseInput, text } from '#platform/http/page-form.server.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Definitions, Panel } from '#ui/panel.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { HideActions, type HideAnswer } from '../components/hide-actions.tsx';
import { type ReviewFactsView, reasonInput } from '../contract.ts';
import { decideReview, lookAtNamedReview } from '../look-at-named-review.server.ts';
import { requirePageOperator } from '../page-operator.server.ts';

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
  return answerForm<HideAnswer>(form, ['act', 'reason'], async () => {
    const isRelease = text(form, 'act') === 'release';
    await decideReview(platform, operator.id, id, isRelease ? null : parseInput(reasonInput, { reason: text(form, 'reason') }).reason);
    return { done: isRelease ? 'The review is shown again.' : 'The review is hidden. Its author reads the reason.' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Review', description: 'A review, for operators.', path: '/admin', noIndex: true });

export default function OperatorReviewPage() {
  const { review } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<HideAnswer>();
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Reports', to: '/admin/reports' }, { label: 'Review' }]} />
      <div className="page-h adm-h">
        <h1>Review of {review.memberName ?? 'a member who has left'}</h1>
        <ButtonLink to={`/profile/${review.memberId}#reviews`} size="sm">
          Public page
        </ButtonLink>
      </div>
      <div className="adm-two">
        <div className="adm-col">
          <Facts review={review} />
        </div>
        <div className="adm-col">
          <HideActions
            may={review.may}
            answer={answer}
            thing="review"
            hides="Nobody but its author reads it any more, and it makes no average."
            shows="Everybody reads it again, and it counts as far as no other one of the same two does."
            reads="Read by its author, and kept in the audit log."
            otherwise="Another operator decides about reviews of yours and about you."
          />
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
