import type { TutorialKey } from '#features/members/words.ts';

export interface GuideOfferText {
  /** Its section at `/guides`. */
  id: string;
  /** What the user gains. */
  offer: string;
}

/** Texts of the offers. Separate from the steps, which are loaded with the tour: most page views need neither. */
export const guideOffers: Readonly<Record<TutorialKey, GuideOfferText>> = {
  firstPurchase: { id: 'buying', offer: '5 things to know before you buy a card.' },
  firstSale: { id: 'selling', offer: 'List your card in 5 steps. Most steps take under a minute.' },
};
