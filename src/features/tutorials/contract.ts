import type { TutorialKey } from '#features/members/words.ts';
import { type GuideOfferText, guideOffers } from './tutorial-offers.ts';

/** Public API, browser-safe: the guides. One text for the tour on the page and for `/guides`. */

export interface GuideStep {
  /** Elements that the step points at (`data-guide`); the first visible one is used. */
  anchors: readonly string[];
  title: string;
  /** The tour's text: two or three short sentences. */
  text: string;
  /** Additional text at `/guides`. */
  more: string;
  /** The form step that must be open. */
  formStep?: string;
}

export interface Guide extends GuideOfferText {
  key: TutorialKey;
  title: string;
  /** The page that runs the tour. */
  path: string;
  steps: readonly GuideStep[];
}

/** Facts of features to the right that guides mention; the layout provides them. */
export interface GuideFacts {
  /** How long a copy is held for its buyer, in words. */
  hold: string;
  /** How long after its arrival a card may be reported. */
  reportWithin: string;
}

export const guidesWith = ({ hold, reportWithin }: GuideFacts): Readonly<Record<TutorialKey, Guide>> => ({
  firstPurchase: {
    key: 'firstPurchase',
    ...guideOffers.firstPurchase,
    title: 'Find and buy a card',
    path: '/browse',
    steps: [
      {
        anchors: ['filters', 'search'],
        title: 'Find the right card',
        text: 'Search by name, set or number, in any order. Then narrow by condition, price, language and more.',
        more: 'Small spelling mistakes are fine. Each filter shows how many cards match. You can bookmark or share the address of a search. Type / on any page to go to the search field.',
      },
      {
        anchors: ['condition'],
        title: 'Check the condition',
        text: 'Every listing shows its condition, from mint to poor. Graded cards show their grade instead.',
        more: 'Conditions mean the same for every seller. The grading guide explains each one. Compare the condition with the photos, corners and edges first. “Unknown” means the seller hasn’t graded the card, so “or better” filters leave it out.',
      },
      {
        anchors: ['buy'],
        title: 'Reserve it while you pay',
        text: `You see the total including shipping before you buy. The card is then reserved for you for ${hold} while you pay on a secure page.`,
        more: 'If two members buy at the same moment, only one can reserve the card. The other is notified at once and isn’t charged. You can cancel the order before you pay. The card is then available again at once.',
      },
      {
        anchors: ['favorite'],
        title: 'Keep it for later',
        text: 'The heart adds a card to your favorites. Favoriting doesn’t reserve the card. The seller sees how many members favorited it.',
        more: 'Sold and ended listings stay in your favorites, so you see what happened to them. A seller may offer a card for less to interested buyers. The seller sees your username once you accept the offer or make a counteroffer.',
      },
      {
        anchors: ['seller'],
        title: 'Check the seller',
        text: 'Every card shows its seller. On the card’s page you see their sales, where they ship from and their other listings.',
        more: `Every seller starts without sales. Look at the photos, the description and the date when the seller joined. If a card isn’t as described, report a problem on the order within ${reportWithin} of delivery.`,
      },
    ],
  },
  firstSale: {
    key: 'firstSale',
    ...guideOffers.firstSale,
    title: 'List your first card',
    path: '/listings/create',
    steps: [
      {
        anchors: ['list-photos'],
        formStep: 'photos',
        title: 'Add photos',
        text: 'Photograph the front and back from straight above, then each flaw close up. The first photo is the cover.',
        more: 'Add up to 12 photos, in any order. You can rotate and crop each one. We remove location and camera data before others see your photos. Listings of 20.00 or more need a photo.',
      },
      {
        anchors: ['list-card'],
        formStep: 'card',
        title: 'Find the card',
        text: 'Search by name, set or number, and choose the printing. Buyers who search for that card then find yours.',
        more: 'Choose the finish and language too, because they affect the value. If the card isn’t in our card database, enter it yourself.',
      },
      {
        anchors: ['list-condition'],
        formStep: 'condition',
        title: 'Set the condition',
        text: 'Choose one condition for corners, edges, surface and centering. When in doubt, choose the lower condition.',
        more: 'The grading guide shows what each condition allows. Describe marks that matter and show them in a photo. A flaw that you show isn’t a reason for a return. For a graded card, enter the company, grade and certificate number instead.',
      },
      {
        anchors: ['price'],
        formStep: 'price',
        title: 'Set price and shipping',
        text: 'Set your price and shipping methods. Buyers see the total before they buy.',
        more: 'You can offer several shipping methods, with and without tracking. The Fees page shows the selling fee.',
      },
      {
        anchors: ['list-publish'],
        formStep: 'check',
        title: 'Review and publish',
        text: 'Review the listing as buyers will see it, then publish it or save it as a draft. Only you see it before you publish.',
        more: 'Your text is kept in this browser until you save it. You can edit, pause or delete a listing under Dashboard, Listings while no buyer is paying for it. When it sells, we email you. The order under Dashboard, Orders has the shipping address.',
      },
    ],
  },
});
