import { useState } from 'react';
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { GuideOffer } from '#features/tutorials/widgets.tsx';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { CreateForm } from '../components/create/create-form.tsx';
import { TierNote } from '../components/create/form/tier-note.tsx';
import '../components/listings.css';
import '../components/create/create.css';
import { dropUnfinished, findUnfinished } from '../lifecycle/begin-draft.server.ts';
import { listingPolicy } from '../model/listing.policy.ts';
import type { Route } from './+types/create.ts';
import { answerPlainForm, type FormRefusal, loadSeller } from './create.server.ts';

export async function loader(args: Route.LoaderArgs) {
  const actor = requirePageActor(args, listingPolicy, 'create');
  const { platform } = pageScope(args.context);
  const [seller, unfinished] = await Promise.all([loadSeller(platform, actor), findUnfinished(platform, actor.id)]);
  return { seller, unfinished: unfinished && { id: unfinished.id, photos: unfinished.photos } };
}

/** Walking from step to step changes the address and nothing else. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod || currentUrl.pathname !== nextUrl.pathname ? defaultShouldRevalidate : false;
}

/**
 * The form as it is sent without scripts. Its draft is saved even where publishing is refused; photos follow on the
 * next page.
 */
export async function action(args: Route.ActionArgs) {
  const actor = requirePageActor(args, listingPolicy, 'create');
  const form = await args.request.formData();
  if (form.has('startOver')) {
    await dropUnfinished(pageScope(args.context).platform, actor);
    throw redirect('/listings/create');
  }
  const answer = await answerPlainForm(pageScope(args.context), actor, form, null);
  if ('problem' in answer) return data(answer, { status: answer.problem.errors ? 422 : 409 });
  throw redirect(answer.published ? `/listings/${answer.listing.id}` : `/listings/${answer.listing.id}/edit#photos`);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'List a card',
    description: 'List a trading card for sale with photos, condition and price.',
    path: '/listings/create',
    noIndex: true,
  });

export default function Create({ loaderData }: Route.ComponentProps) {
  const answer = useFormAnswer<FormRefusal>();
  const { seller, unfinished } = loaderData;
  // What was published from this page since the facts were read counts at once, whatever the network does then.
  const [published, setPublished] = useState({ since: seller, count: 0 });
  const more = published.since === seller ? published.count : 0;
  return (
    <div className="wrap sell-w">
      <Breadcrumbs trail={[{ label: 'Listings', to: '/dashboard/listings' }, { label: 'List a card' }]} />
      <h1>List a card</h1>
      <GuideOffer of="firstSale" isNewcomer={seller.isFirst && more === 0} />
      <TierNote facts={{ ...seller.tier, live: seller.tier.live + more }} />
      <CreateForm
        seller={seller}
        unfinished={unfinished}
        answer={answer}
        onAnother={() => setPublished({ since: seller, count: more + 1 })}
      />
    </div>
  );
}
