import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import type { OfferDialogProps } from './offer-dialog.tsx';

const OfferDialog = lazyPart(() => import('./offer-dialog.tsx'));

/** A link to this very page with `?action=make_offer`, which opens the offer dialog, fetched then; drawn where there is something to offer on. */
export function OfferButton({ can, ...props }: OfferDialogProps & { can: boolean }) {
  const asked = '?action=make_offer';
  return (
    <>
      {can && (
        <ButtonLink size="xl" full to={asked} preventScrollReset>
          Make an offer
        </ButtonLink>
      )}
      {useLocation().search.includes('=make_offer') && (
        <Suspense>
          <OfferDialog {...props} />
        </Suspense>
      )}
    </>
  );
}
