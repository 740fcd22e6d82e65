import { useSearchParams } from 'react-router';
import type { TutorialKey } from '#features/members/words.ts';
import { TourOffer } from './tour-offer.tsx';
import { useGuides } from './tutorials-provider.tsx';

export interface GuideOfferProps {
  of: TutorialKey;
  /** False where the page knows that the member has done this before. */
  isNewcomer?: boolean;
}

/**
 * Offers the page's tour to a member who has not taken it; `?tour=` restarts it. The tour is loaded when it is taken.
 */
export function GuideOffer({ of, isNewcomer = true }: GuideOfferProps) {
  const { isMember, isOffered, running } = useGuides();
  const [params] = useSearchParams();
  const isRequested = params.get('tour') === of;
  const isShown = isNewcomer && isOffered(of);
  if (!isMember || !(isShown || isRequested || running === of)) return null;
  return <TourOffer of={of} isShown={isShown} isRequested={isRequested} />;
}
