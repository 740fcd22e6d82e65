import { useEffect, useState } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { saveIntent } from '#features/entry/widgets.tsx';
import type { Listing } from '#features/listings/contract.ts';
import { formatMoney } from '#kernel/money.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { OfferTerms } from '../contract.ts';
import { type MakeOfferAnswer, OfferForm } from './offer-form.tsx';
import { noOfferSentence, openOfferSentence } from './offer-words.ts';

export interface OfferDialogProps {
  listing: Listing;
  viewerId: string | null;
}

const formId = 'offer-form';

/** Offers a price for one copy of a listing, or says why that can't be done. */
export default function OfferDialog({ listing, viewerId }: OfferDialogProps) {
  const sending = useFetcher<MakeOfferAnswer>();
  const { load, data } = useFetcher<{ terms: OfferTerms }>();
  const navigate = useNavigate();
  const [isDirty, setDirty] = useState(false);
  const address = `/listings/${listing.id}`;
  const asked = `${address}?action=make_offer`;
  const onClose = () => void navigate({ search: '' }, { replace: true, preventScrollReset: true });
  const no = noOfferSentence(listing, viewerId);
  const isMember = viewerId !== null;
  useEffect(() => {
    if (isMember && no === null) void load(`${address}/offer`);
  }, [address, isMember, no, load]);
  const terms = data?.terms ?? null;
  const frame = {
    open: true,
    onClose,
    testId: 'offer-dialog',
    title: 'Make an offer',
    description: `${listing.title} · ${formatMoney(listing.price)}`,
  };
  if (no !== null)
    return (
      <Dialog {...frame} footer={<Button onClick={onClose}>Close</Button>}>
        <p>{no}</p>
      </Dialog>
    );
  if (!isMember)
    return (
      <Dialog
        {...frame}
        footer={
          <ButtonLink
            kind="primary"
            to={`/auth/sign-in?next=${encodeURIComponent(asked)}`}
            // The page that sign-in is asked to lead back to: another one would be saved in place of the intent.
            onClick={() => saveIntent('make_offer', asked, { listingId: listing.id })}
          >
            Sign in
          </ButtonLink>
        }
      >
        <p>Sign in to make an offer. You come back to this page, with the offer open.</p>
      </Dialog>
    );
  if (terms?.open)
    return (
      <Dialog
        {...frame}
        footer={
          <ButtonLink kind="primary" to={`/offers?side=sent#${terms.open.id}`}>
            See your offer
          </ButtonLink>
        }
      >
        <p>{openOfferSentence(terms.open)}</p>
      </Dialog>
    );
  const busy = sending.state !== 'idle';
  return (
    <Dialog
      {...frame}
      dirty={isDirty}
      footer={
        <Button kind="primary" type="submit" form={formId} busy={busy} busyLabel="Sending…">
          Send the offer
        </Button>
      }
    >
      <sending.Form id={formId} method="post" action={`${address}/offer`} noValidate onInput={() => setDirty(true)}>
        <OfferForm price={listing.price} version={listing.version} terms={terms} answer={busy ? undefined : sending.data} />
      </sending.Form>
    </Dialog>
  );
}
