import type { TutorialKey } from '#features/members/words.ts';

export interface GuideOfferText {
  /** Its section at `/guides`. */
  id: string;
  /** What the user gains. */
  offer: string;
}

/** Texts of the offers. Separate from the steps, which are loaded with the tour: most page views need neither. */
export const guideOffers: Readonly<Record<TutorialKey, GuideOfferText>> = {
  firstPurchase: { id: 'buying', offer: 'Five things worth knowing before you buy a card here.' },
  firstSale: { id: 'selling', offer: 'Five steps from the card on your desk to a listing. Most take under a minute.' },
};
