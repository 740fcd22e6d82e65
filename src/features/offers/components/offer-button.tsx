import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import type { OfferDialogProps } from './offer-dialog.tsx';

const OfferDialog = lazyPart(() => import('./offer-dialog.tsx'));

/** A link to this very page with `?action=make_offer`, which opens the offer dialog. */
export function OfferButton() {
  return (
    <ButtonLink size="xl" full to="?action=make_offer" preventScrollReset>
      Make an offer
    </ButtonLink>
  );
}

/**
 * The dialog, loaded when the page's URL requests it. Separate from the button, which disappears when nothing can be
 * offered any more: typed text stays.
 */
export function RequestedOffer(props: OfferDialogProps) {
  return (
    useLocation().search.includes('=make_offer') && (
      <Suspense>
        <OfferDialog {...props} />
      </Suspense>
    )
  );
}
