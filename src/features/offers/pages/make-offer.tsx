import {
  type ActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { getListing } from '#features/listings/index.server.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { typedMoney } from '#kernel/numbers/typed-money.ts';
import { pageRefusal, pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, pageClient, parseInput, text } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { type MakeOfferAnswer, OfferForm } from '../components/offer-form.tsx';
import { noOfferSentence, openOfferSentence } from '../components/offer-words.ts';
import { makeOfferSchema } from '../contract.ts';
import { makeOffer } from '../make/make-offer.server.ts';
import { offerPolicy } from '../model/offer.policy.ts';
import { offerTerms } from '../queries/offers.queries.server.ts';

/** The terms for the dialog of a listing's page; without script, the page with the form. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, offerPolicy, 'make');
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  const fields = [offerTerms(platform, actor.id, id), getListing(platform, id, actor.id)] as const;
  const [terms, listing] = await Promise.all(fields).catch(pageRefusal);
  const { title, version, seller } = listing;
  const shipping = { shipping: listing.shipping, shippingVaries: listing.shippingVaries };
  return { terms, title, version, shipping, sellerId: seller.id, no: noOfferSentence(listing, actor.id) };
}

/** The data of the dialog: the terms, or a failure to load them. */
export type TermsAnswer = Awaited<ReturnType<typeof loader>> | { failed: true };

/** For the dialog a failure is an answer: it says so in its place, and the listing's page stays. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<TermsAnswer> {
  try {
    return await serverLoader<typeof loader>();
  } catch (cause) {
    // A way to another page, as to sign-in, is no failure.
    if (cause instanceof Response || !new URL(request.url).searchParams.has('dialog')) throw cause;
    return { failed: true };
  }
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, offerPolicy, 'make');
  return answerForm(form, ['amount', 'message'], async () => {
    const { price } = await getListing(platform, args.params.id ?? '', actor.id);
    const amount = typedMoney('amount', text(form, 'amount'), price.currency);
    const version = text(form, 'listingVersion');
    const input = parseInput(makeOfferSchema, {
      amount,
      message: text(form, 'message').trim() || undefined,
      ...(version === '' ? {} : { listingVersion: Number(version) }),
    });
    const { id } = await makeOffer(platform, actor, args.params.id ?? '', input, pageClient(args).address);
    throw redirect(`/offers?side=sent#${id}`);
  });
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Make an offer',
    description: 'Offer the seller a price for one copy.',
    path: '/offers',
    noIndex: true,
  });

export default function MakeOfferPage() {
  const { terms, title, version, shipping, sellerId, no } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<MakeOfferAnswer>();
  return (
    <div className="wrap form pb-16">
      <div className="page-h">
        <h1>Make an offer</h1>
      </div>
      <Panel>
        <p className="mb-4">
          <Link className="link" to={`/listings/${terms.listingId}`}>
            {title}
          </Link>{' '}
          · {formatMoney(terms.price)}
        </p>
        {no !== null && !terms.open && <Note tone="warning">{no}</Note>}
        {terms.open && (
          <Note tone="warning">
            {openOfferSentence(terms.open)}{' '}
            <Link className="link" to={`/offers?side=sent#${terms.open.id}`}>
              View your offer
            </Link>
          </Note>
        )}
        {no === null && !terms.open && (
          <Form method="post" noValidate>
            <OfferForm
              listingId={terms.listingId}
              sellerId={sellerId}
              price={terms.price}
              shipping={shipping}
              version={version}
              terms={terms}
              answer={answer}
            />
            <Button type="submit" kind="primary" className="mt-4">
              Send offer
            </Button>
          </Form>
        )}
      </Panel>
    </div>
  );
}
