import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import { HidePage } from '../components/reports/hide-page.tsx';
import type { ReviewFactsView } from '../contract.ts';
import { decideReview, inspectNamedReview } from '../reports/find-review.server.ts';
import { hideByForm } from '../reports/hide-by-form.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at a review');
  const { platform } = pageScope(args.context);
  return { review: await inspectNamedReview(platform, args.params.id ?? '', admin.id).catch(pageRefusal) };
}

export const action = (args: ActionFunctionArgs) =>
  hideByForm(args, {
    verb: 'look at a review',
    decide: decideReview,
    hidden: 'The review is hidden. Its author reads the reason.',
    released: 'The review is shown again.',
  });

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Review', description: 'A review, for operators.', path: '/admin', noIndex: true });

export default function AdminReviewPage() {
  const { review } = useLoaderData<typeof loader>();
  return (
    <HidePage
      title={`Review of ${review.memberName ?? 'a member who has left'}`}
      publicPage={`/profile/${review.memberId}?tab=reviews#reviews`}
      may={review.may}
      thing="review"
      hides="Nobody but its author reads it any more, and it makes no average."
      shows="Everybody reads it again, and it counts as far as no other one of the same two does."
      reads="Read by its author, and kept in the audit log."
      otherwise="Another operator decides about reviews of yours and about you."
    >
      <Facts review={review} />
    </HidePage>
  );
}

function Facts({ review }: { review: ReviewFactsView }) {
  const {
    rating,
    text: words,
    reply,
    authorId,
    authorName,
    memberId,
    memberName,
    orderId,
    shownAt,
    counts,
    hidden,
  } = review;
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
