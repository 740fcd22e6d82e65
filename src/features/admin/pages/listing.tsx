import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { z } from 'zod';
import { momentSentence, operatorReasons, statusWord } from '#features/listings/widgets.tsx';
import { hideListing, showListing } from '#features/moderation/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { deletedName } from '#kernel/specified-texts.ts';
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
      return { done: 'Listing released' };
    }
    const named = stopInput.extend({ why: z.enum(operatorReasons, 'Choose a category.') });
    const { why, reason } = parseInput(named, { why: text(form, 'why'), reason: text(form, 'reason') });
    await hideListing(platform, { ...which, why, reason });
    return { done: 'Listing paused. We notified the seller.' };
  });
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: loaderData?.listing.title ?? 'Listing',
    description: 'Listing details and history.',
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
      <Breadcrumbs trail={[{ label: 'Content', to: '/admin/content' }, { label: listing.title }]} />
      <div className="page-h adm-h">
        <div className="min-w-0">
          <h1>{listing.title}</h1>
          <p>
            Seller:{' '}
            {listing.sellerName ? (
              <Link className="adm-name" to={`/admin/members/${listing.sellerId}`}>
                {listing.sellerName}
              </Link>
            ) : (
              deletedName
            )}
          </p>
        </div>
        <ButtonLink to={`/listings/${listing.id}`} size="sm">
          View listing
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
          ['Status', statusWord({ status, pausedBy })],
          ['Price', formatMoney(price)],
          ['Quantity', formatNumber(quantity)],
          ['Reserved', formatNumber(quantityHeld)],
          ['Sold', formatNumber(quantitySold)],
          ['Created', day(createdAt)],
          ['Published', day(publishedAt)],
          ['Ends', day(expiresAt)],
          ['ID', <code key="id">{id}</code>],
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
  seller: 'Seller',
  orders: 'Order',
  timer: 'Automatic',
  tier: 'Change of plan',
  operator: 'Admin',
  suspension: 'Suspension',
  standing: 'Seller details',
};

function History({ history, readerId, now }: { history: ListingFactsView['history']; readerId: string; now: string }) {
  return (
    <Panel title="History" id="history">
      {history.length === 0 && <p className="dim">No history recorded.</p>}
      <ol className="adm-log">
        {history.map((one) => (
          <li key={`${one.at} ${one.verb} ${one.to}`}>
            <p>{momentSentence(one)}.</p>
            {one.note && <p className="adm-why">“{one.note}”</p>}
            <p className="dim">
              {one.actorId === readerId ? 'You' : (one.actorName ?? movers[one.by])},{' '}
              <RelativeTime at={one.at} now={now} ago />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const categories: Record<(typeof operatorReasons)[number], string> = {
  reported: 'Reported',
  not_as_described: 'Not as described',
  forbidden: 'Not allowed',
  suspicious: 'Suspicious activity',
  other: 'Other',
};

function Actions({ listing, answer }: { listing: ListingFactsView; answer: HideAnswer | undefined }) {
  return (
    <HideActions
      may={listing.may.map((verb) => (verb === 'pause' ? 'hide' : 'release'))}
      answer={answer}
      thing="listing"
      verbs={{ hide: 'Pause', hiding: 'Pausing…', show: 'Release', showing: 'Releasing…' }}
      hides="It can’t be bought until an admin releases it. The seller can edit or delete it, but not resume it. A buyer who is already paying can finish."
      shows="It returns to the status it would have without the pause. Its quantity, its end date and the seller’s plan still apply."
      reads="Shown to the seller and recorded in the audit log."
      otherwise="No actions for this status."
    >
      <Select
        label="Category"
        name="why"
        required
        defaultValue={answer?.values?.why ?? ''}
        error={answer?.problem?.errors?.why}
      >
        <option value="">Choose a category</option>
        {operatorReasons.map((why) => (
          <option key={why} value={why}>
            {categories[why]}
          </option>
        ))}
      </Select>
    </HideActions>
  );
}
