import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { deletedName } from '#kernel/specified-texts.ts';
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
    hidden: 'Review hidden. We notified the author.',
    released: 'Review restored',
  });

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Review', description: 'Review details.', path: '/admin', noIndex: true });

export default function AdminReviewPage() {
  const { review } = useLoaderData<typeof loader>();
  return (
    <HidePage
      title={`Review of ${review.memberName ?? deletedName}`}
      publicPage={`/profile/${review.memberId}?tab=reviews#reviews`}
      may={review.may}
      thing="review"
      hides="Only its author can see it, and it doesn’t count in the rating."
      shows="Everyone can see it again. It counts in the rating unless another review by the same author does."
      reads="Shown to the author and recorded in the audit log."
      otherwise="Another admin must handle reviews by you or about you."
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
      deletedName
    ) : (
      <Link className="link" to={`/admin/members/${id}`}>
        {name}
      </Link>
    );
  return (
    <Panel title="Review" id="review">
      <Definitions
        rows={[
          ['Rating', `${rating} of 5 stars`],
          ['Author', member(authorId, authorName)],
          ['Reviewed member', member(memberId, memberName)],
          [
            'Order',
            <Link key="order" className="link" to={`/admin/orders/${orderId}`}>
              View order
            </Link>,
          ],
          ['Published', shownAt && dayMonthYear(new Date(shownAt))],
          ['Counts in rating', hidden ? null : counts ? 'Yes' : 'No, another review by the same author counts'],
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
          <p className="dim mt-4">Reply</p>
          <blockquote className="adm-said" dir="auto">
            {reply}
          </blockquote>
        </>
      )}
    </Panel>
  );
}
