import type { TutorialKey } from '#features/members/words.ts';

export interface GuideOfferText {
  /** Its section on the page to read. */
  id: string;
  /** What it gives. */
  offer: string;
}

/**
 * What the offer on a page says. Apart from the steps, which are fetched with the tour: most who see the page see
 * neither.
 */
export const guideOffers: Readonly<Record<TutorialKey, GuideOfferText>> = {
  firstPurchase: { id: 'buying', offer: 'Five things worth knowing before you buy a card here.' },
  firstSale: { id: 'selling', offer: 'Five steps from the card on your desk to a listing. Most take under a minute.' },
};
