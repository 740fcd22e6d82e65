import { useEffect, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { saveIntent } from '#features/auth/widgets.tsx';
import type { Listing } from '#features/listings/contract.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormDraft } from '#ui/form/unsaved/form-draft.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { TermsAnswer } from '../pages/make-offer.tsx';
import { type MakeOfferAnswer, OfferForm } from './offer-form.tsx';
import { dialogShows, openOfferSentence } from './offer-words.ts';

export interface OfferDialogProps {
  listing: Listing;
  viewerId: string | null;
}

const formId = 'offer-form';

/** Offers a price for one copy of a listing, or says why that can't be done. */
export default function OfferDialog({ listing, viewerId }: OfferDialogProps) {
  const sending = useFetcher<MakeOfferAnswer>();
  const { load, data, state } = useFetcher<TermsAnswer>();
  const navigate = useNavigate();
  const [isDirty, setDirty] = useState(false);
  const address = `/listings/${listing.id}`;
  const dialogAddress = `${address}?action=make_offer`;
  const onClose = () => void navigate({ search: '' }, { replace: true, preventScrollReset: true });
  const asksTerms = viewerId !== null && listing.seller.id !== viewerId;
  const ask = () => void load(`${address}/offer?dialog`);
  useEffect(() => {
    if (asksTerms) void load(`${address}/offer?dialog`);
  }, [address, asksTerms, load]);
  const terms = data && 'terms' in data ? data.terms : null;
  const hasFailed = data !== undefined && terms === null;
  const shows = dialogShows(listing, viewerId, terms ?? (hasFailed ? 'failed' : 'waits'), isDirty);
  const failed = hasFailed && (
    <Note tone="danger" role="alert">
      Couldn’t load the offer form.{' '}
      <Button size="sm" onClick={ask} busy={state !== 'idle'} busyLabel="Loading…">
        Try again
      </Button>
    </Note>
  );
  const frame = {
    open: true,
    onClose,
    testId: 'offer-dialog',
    title: 'Make an offer',
    description: `${listing.title} · ${formatMoney(listing.price)}`,
  };
  if (shows.kind === 'no' || shows.kind === 'waits' || shows.kind === 'failed')
    return (
      <Dialog {...frame} footer={<Button onClick={onClose}>Close</Button>}>
        {shows.kind === 'no' ? <p>{shows.sentence}</p> : failed || <p role="status">Loading your offer…</p>}
      </Dialog>
    );
  if (shows.kind === 'sign-in')
    return (
      <Dialog
        {...frame}
        footer={
          <ButtonLink
            kind="primary"
            to={`/auth/sign-in?next=${encodeURIComponent(dialogAddress)}`}
            // The page that sign-in returns to: another intent would be stored instead.
            onClick={() => saveIntent('make_offer', dialogAddress, { listingId: listing.id, about: listing.title })}
          >
            Sign in
          </ButtonLink>
        }
      >
        <p>Sign in to make an offer. You’ll return to this page.</p>
      </Dialog>
    );
  if (shows.kind === 'open')
    return (
      <Dialog
        {...frame}
        footer={
          <ButtonLink kind="primary" to={`/offers?side=sent#${shows.offer.id}`}>
            View your offer
          </ButtonLink>
        }
      >
        <p>{openOfferSentence(shows.offer)}</p>
      </Dialog>
    );
  const busy = sending.state !== 'idle';
  return (
    <Dialog
      {...frame}
      dirty={isDirty}
      footer={
        <Button
          kind="primary"
          type="submit"
          form={formId}
          busy={busy}
          busyLabel="Sending…"
          disabled={shows.refused !== null}
        >
          Send offer
        </Button>
      }
    >
      {failed}
      {shows.refused && (
        <Note tone="danger" role="alert">
          {shows.refused}
        </Note>
      )}
      <sending.Form id={formId} method="post" action={`${address}/offer`} noValidate onInput={() => setDirty(true)}>
        <OfferForm
          listingId={listing.id}
          sellerId={listing.seller.id}
          price={listing.price}
          shipping={listing}
          version={listing.version}
          terms={terms}
          answer={busy ? undefined : sending.data}
        />
        {viewerId && <FormDraft viewerId={viewerId} about={`offer ${listing.id}`} isSending={busy} />}
      </sending.Form>
    </Dialog>
  );
}
