import { data, redirect } from 'react-router';
import { notFound, sameRule } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { EditForm } from '../components/create/edit-form.tsx';
import '../components/listings.css';
import '../components/create/create.css';
import type { Listing } from '../contract.ts';
import { findUnfinished } from '../lifecycle/begin-draft.server.ts';
import { listingPolicy, unknownListing } from '../model/listing.policy.ts';
import { frozenStatuses } from '../model/listing.process.ts';
import { refusalSentence } from '../model/refusal-sentences.ts';
import { getListing } from '../read/listing.queries.server.ts';
import type { Route } from './+types/edit.ts';
import { answerPlainForm, type FormRefusal, loadSeller } from './create.server.ts';

export async function loader(args: Route.LoaderArgs) {
  const actor = requirePageActor(args, listingPolicy, 'edit');
  const { platform } = pageScope(args.context);
  const listing = await getListing(platform, args.params.id, actor.id).catch(pageRefusal);
  // Whose listing this is not has nothing to edit here, and nothing to learn.
  const answer = mayEdit(actor, listing);
  if (answer !== true) pageRefusal(sameRule(answer, notFound(unknownListing)));
  // A draft that started with its photos continues in the form that started it.
  if (listing.status === 'draft' && (await findUnfinished(platform, actor.id))?.id === listing.id)
    throw redirect('/listings/create');
  const refused = new URL(args.request.url).searchParams.get('refused');
  return {
    listing,
    seller: await loadSeller(platform, actor),
    isOpen: !frozenStatuses.includes(listing.status),
    refused: refusalSentence(refused),
  };
}

const mayEdit = (actor: Actor, { seller, publishedAt }: Listing) =>
  listingPolicy.may(actor, 'edit', { sellerId: seller.id, publishedAt });

export async function action(args: Route.ActionArgs) {
  const actor = requirePageActor(args, listingPolicy, 'edit');
  const answer = await answerPlainForm(pageScope(args.context), actor, await args.request.formData(), args.params.id);
  if ('problem' in answer) return data(answer, { status: answer.problem.errors ? 422 : 409 });
  throw redirect(`/listings/${args.params.id}`);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: `Edit ${loaderData?.listing.name ?? 'listing'}`,
    description: 'Edit your listing.',
    path: `/listings/${loaderData?.listing.id}/edit`,
    noIndex: true,
  });

export default function Edit({ loaderData }: Route.ComponentProps) {
  const answer = useFormAnswer<FormRefusal>();
  const { listing, seller, isOpen, refused } = loaderData;
  return (
    <div className="wrap sell-w">
      <Breadcrumbs
        trail={[
          { label: 'Listings', to: '/dashboard/listings' },
          { label: listing.name, to: `/listings/${listing.id}` },
          { label: 'Edit' },
        ]}
      />
      <h1>Edit {listing.name}</h1>
      {isOpen ? (
        <EditForm key={listing.id} listing={listing} seller={seller} answer={answer} refused={refused} />
      ) : (
        <>
          <Note tone="warning">
            {listing.status === 'reserved'
              ? 'You can’t edit this listing while a buyer is paying for it. Try again later.'
              : 'This listing is sold and can’t be edited.'}
          </Note>
          <p className="mt-5">
            <ButtonLink to={`/listings/${listing.id}`}>Back to listing</ButtonLink>
          </p>
        </>
      )}
    </div>
  );
}
