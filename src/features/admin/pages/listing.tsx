import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { momentSentence, operatorReasons, reasonWord, statusWord } from '#features/listings/widgets.tsx';
import { hideListing, showListing } from '#features/moderation/index.server.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, parseInput, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Select } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import { HideActions, type HideAnswer } from '../components/reports/hide-actions.tsx';
import { type ListingFactsView, stopInput } from '../contract.ts';
import { inspectNamedListing } from '../reports/load-listing.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at a listing');
  const { platform } = pageScope(args.context);
  const listing = await inspectNamedListing(platform, args.params.id ?? '').catch(pageRefusal);
  return { listing, readerId: admin.id, now: platform.clock.now().toISOString() };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at a listing');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  const which = { listingId: args.params.id ?? '', by: admin.id };
  return answerForm<HideAnswer>(form, ['act', 'why', 'reason'], async () => {
    if (text(form, 'act') === 'release') {
      await showListing(platform, which);
      return { done: 'The listing is released.' };
    }
    const { why, reason } = parseInput(stopInput, { why: text(form, 'why'), reason: text(form, 'reason') });
    await hideListing(platform, { ...which, why, reason });
    return { done: 'The listing is paused. Its seller reads the reason, and how to appeal.' };
  });
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: loaderData ? `${loaderData.listing.title}, listing` : 'Listing',
    description: 'A listing and how it came to be what it is.',
    path: '/admin',
    noIndex: true,
  });

export default function AdminListingPage() {
  const { listing, readerId, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<HideAnswer>();
  useLive('listing', { id: listing.id });
  // Only the seller gets events of a hidden listing, so this page subscribes to admin actions.
  useLive('operator', {});
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Members', to: '/admin' }, { label: listing.title }]} />
      <div className="page-h adm-h">
        <div className="min-w-0">
          <h1>{listing.title}</h1>
          <p>
            by{' '}
            {listing.sellerName ? (
              <Link className="adm-name" to={`/admin/members/${listing.sellerId}`}>
                {listing.sellerName}
              </Link>
            ) : (
              'a member who has left'
            )}
          </p>
        </div>
        <ButtonLink to={`/listings/${listing.id}`} size="sm">
          Public page
        </ButtonLink>
      </div>
      <div className="adm-two">
        <div className="adm-col">
          <Facts listing={listing} />
          {listing.photos.length > 0 && <Photos photos={listing.photos} />}
          <History history={listing.history} readerId={readerId} now={now} />
        </div>
        <div className="adm-col">
          <Actions listing={listing} answer={answer} />
        </div>
      </div>
    </>
  );
}

function Facts({ listing }: { listing: ListingFactsView }) {
  const { status, pausedBy, price, quantity, quantityHeld, quantitySold, createdAt, publishedAt, expiresAt, id } =
    listing;
  const day = (at: string | null) => (at ? dayMonthYear(new Date(at)) : null);
  return (
    <Panel title="Listing" id="listing">
      <Definitions
        rows={[
          ['State', statusWord({ status, pausedBy })],
          ['Price', formatMoney(price)],
          ['Copies', `${quantity}, ${quantityHeld} held, ${quantitySold} sold`],
          ['Made', day(createdAt)],
          ['Published', day(publishedAt)],
          ['Time ends', day(expiresAt)],
          ['Id', <code key="id">{id}</code>],
        ]}
      />
    </Panel>
  );
}

/** What others may not see any more is what the decision is about. */
function Photos({ photos }: { photos: ListingFactsView['photos'] }) {
  return (
    <Panel title="Photos" id="photos">
      <div className="adm-photos">
        {photos.map((photo) => (
          <a key={photo.id} href={photo.url}>
            <PhotoImg photo={photo} sizes="120px" />
          </a>
        ))}
      </div>
    </Panel>
  );
}

const movers = {
  seller: 'the seller',
  orders: 'an order',
  timer: 'its timer',
  tier: 'a change of plan',
  operator: 'an operator',
  suspension: 'a suspension',
  standing: 'what its seller shows as a trader',
};

function History({ history, readerId, now }: { history: ListingFactsView['history']; readerId: string; now: string }) {
  return (
    <Panel title="History" id="history">
      {history.length === 0 && <p className="dim">Nothing is kept of the time before there was a history.</p>}
      <ol className="adm-log">
        {history.map((one) => (
          <li key={`${one.at} ${one.verb} ${one.to}`}>
            <p>{momentSentence(one)}.</p>
            {one.note && <p className="adm-why">“{one.note}”</p>}
            <p className="dim">
              <RelativeTime at={one.at} now={now} ago />, by{' '}
              {one.actorId === readerId ? 'you' : (one.actorName ?? movers[one.by])}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Actions({ listing, answer }: { listing: ListingFactsView; answer: HideAnswer | undefined }) {
  return (
    <HideActions
      may={listing.may.map((verb) => (verb === 'pause' ? 'hide' : 'release'))}
      answer={answer}
      thing="listing"
      verbs={{ hide: 'Pause', hiding: 'Pausing…', show: 'Release', showing: 'Releasing…' }}
      hides="Nobody can buy it until an operator releases it. Its seller can edit and delete it, but not resume it. A buyer who is paying may finish."
      shows="It becomes what it would be without your pause: for sale, as far as its copies, its time and the seller’s plan allow."
      reads="Read by the seller on the listing’s page, and kept in the audit log."
      otherwise="There is nothing to do with a listing in this state."
    >
      <Select
        label="Why"
        name="why"
        defaultValue={answer?.values?.why ?? operatorReasons[0]}
        error={answer?.problem?.errors?.why}
      >
        {operatorReasons.map((why) => (
          <option key={why} value={why}>
            {reasonWord(why)}
          </option>
        ))}
      </Select>
    </HideActions>
  );
}
