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
    title: 'Finding and buying a card',
    path: '/browse',
    steps: [
      {
        anchors: ['filters', 'search'],
        title: 'Find the very copy',
        text: 'Search by name, set or number, in any order. Then narrow by condition, price, language and more.',
        more: 'Small mistakes in a name are forgiven. Each filter says how many cards are left, and each step is an address of its own: keep it as a bookmark or send it to somebody. Press / anywhere to reach the search field.',
      },
      {
        anchors: ['condition'],
        title: 'See how well it is kept',
        text: 'Every copy says its condition in one word, best to worst from mint to poor. A card in a grader’s case shows the grade instead.',
        more: 'The words mean the same for every seller: the grading guide says what each allows. Compare the word with the photos, corners and edges first. “Unknown” means that the seller has not graded it; such a copy is never counted as “or better” in a filter.',
      },
      {
        anchors: ['buy'],
        title: 'Buy without a race',
        text: `You see the total with post before you press Buy. The copy is then yours for ${hold}, while you pay on a secure page.`,
        more: 'If two people press Buy in the same moment one gets the copy, and the other hears it at once and pays nothing. Changed your mind? Cancel the order before you pay, and the copy is free again at once.',
      },
      {
        anchors: ['favorite'],
        title: 'Keep it for later',
        text: 'The heart puts a card on your list of favourites. A favourite is no promise; the seller sees how many keep it.',
        more: 'The list keeps cards that are sold or over as well, so that you see what became of them. A seller may offer a card for less to those who saved it: you get an offer of your own then, and the seller reads your name once you accept it or make a counter-offer.',
      },
      {
        anchors: ['seller'],
        title: 'Know who sells',
        text: 'The seller stands with every card. On the card’s page you see their sales, where they send from, and everything else they have.',
        more: `A seller without sales is not a bad one: everybody begins so. Look at the photos, the description and how long they have been a member. If a card is not as described, say so on the order within ${reportWithin} of its arrival.`,
      },
    ],
  },
  firstSale: {
    key: 'firstSale',
    ...guideOffers.firstSale,
    title: 'Listing your first card',
    path: '/listings/create',
    steps: [
      {
        anchors: ['list-photos'],
        formStep: 'photos',
        title: 'Show this very copy',
        text: 'The front and the back, straight from above, then each flaw close up. The first photo is the one in the lists.',
        more: 'Up to twelve photos, in the order that you choose; each can be turned and cropped here. Where and with what a photo was taken is removed from the file before anybody sees it. From a price of 20.00 up a photo is required.',
      },
      {
        anchors: ['list-card'],
        formStep: 'card',
        title: 'Find the card',
        text: 'Search by name, set or number and choose the printing. Then everybody who looks for that card finds yours.',
        more: 'Choose finish and language as well: they change what a card is worth. A card that the catalogue lacks can be described in your own words.',
      },
      {
        anchors: ['list-condition'],
        formStep: 'condition',
        title: 'Say how well it is kept',
        text: 'One word for corners, edges, surface and centring. When in doubt choose the lower one: nobody minds a card that is better than promised.',
        more: 'The grading guide shows what each word allows. Write marks that matter into the description and show them in a photo: a flaw that is shown is no reason for a return. Graded cards take company, grade and certificate instead.',
      },
      {
        anchors: ['price'],
        formStep: 'price',
        title: 'Set price and post',
        text: 'Name your price and how you send it. Buyers see both as one total before they press Buy.',
        more: 'Several ways of post can be offered, with and without tracking. The fees page says what a sale costs.',
      },
      {
        anchors: ['list-publish'],
        formStep: 'check',
        title: 'Check and publish',
        text: 'Look at it as buyers will, then publish, or keep it as a draft. Nothing is seen by others before you publish.',
        more: 'What you type is kept in this browser until you save it. As long as nobody is buying it you can change, pause or delete a listing under Dashboard, Listings. When it sells you hear by mail, and the order under Dashboard, Orders has the address to send it to.',
      },
    ],
  },
});
