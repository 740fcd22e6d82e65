import { dayMs, hourMs } from '#kernel/time.ts';
import type { DemoScale, MadeListing } from './chapter.ts';
import type { DemoMember } from './members.ts';
import { pick, seeded } from './seeded.ts';

/**
 * How a bargain goes; `waits` and `countered` stand open today, `accepted` and `bargained` wait to be paid, `paid` to
 * be sent.
 */
export type Bargain =
  | 'waits'
  | 'accepted'
  | 'paid'
  | 'declined'
  | 'countered'
  | 'bargained'
  | 'withdrawn'
  | 'expired'
  | 'unpaid';

/** How long ago the offer was made, by how it went. */
const agoOf: Readonly<Record<Bargain, number>> = {
  waits: 5 * hourMs,
  accepted: 20 * hourMs,
  countered: 30 * hourMs,
  paid: 36 * hourMs,
  bargained: 2 * dayMs,
  declined: 3 * dayMs,
  withdrawn: 4 * dayMs,
  expired: 5 * dayMs,
  unpaid: 6 * dayMs,
};

export interface PlannedTalk {
  listing: MadeListing;
  buyerEmail: string;
  agoMs: number;
  /** Words of the buyer and the seller in turn, an hour apart; they come before the offer. */
  words: readonly string[];
  bargain: Bargain | null;
}

const dialogues: readonly (readonly string[])[] = [
  [
    'Hello! Is the surface clean under bright light?',
    'Yes, only a tiny print line at the top. You can see it in the second photo.',
    'Great, thank you.',
  ],
  ['Could you ship it with tracking?', 'Yes, I ship everything over $20 with tracking.'],
  ['Are the corners as sharp as in the photo?'],
  [
    'I’m looking for two more cards from this set. Do you have any?',
    'A few that aren’t listed yet. Which numbers do you need?',
    'I’ll check my binder tonight.',
  ],
  ['Could you reserve it for me until Friday?'],
];

const shown = { collector: 'collector@example.test', seller: 'seller@example.test', shop: 'shop@example.test' };

/** Before an offer come at most three words, an hour apart. */
const wordsMs = 4 * hourMs;

/**
 * Conversations and offers, each state on both sides of the demo accounts. A listing has one at most,
 * save for two offers that wait.
 */
export function planTalk(
  listings: readonly MadeListing[],
  members: readonly DemoMember[],
  now: Date,
  { listings: size }: Pick<DemoScale, 'listings'>,
): PlannedTalk[] {
  const random = seeded(29);
  const taken = new Set<string>();
  const others = members.filter(({ email, role }) => role === undefined && !Object.values(shown).includes(email));
  const isOfShop = ({ sellerEmail }: MadeListing) => sellerEmail === shown.shop;
  const isOfOthers = ({ sellerEmail }: MadeListing) => !Object.values(shown).includes(sellerEmail);
  const talks: PlannedTalk[] = [];
  const plan = (from: readonly ((listing: MadeListing) => boolean)[], talk: Omit<PlannedTalk, 'listing'>) => {
    const isFree = (one: MadeListing) =>
      one.takesOffers &&
      !taken.has(one.id) &&
      one.sellerEmail !== talk.buyerEmail &&
      now.getTime() - one.publishedAt.getTime() > talk.agoMs + wordsMs;
    const listing = from
      .map((of) => listings.find((one) => isFree(one) && of(one)))
      .find((found) => found !== undefined);
    if (!listing) return;
    taken.add(listing.id);
    talks.push({ ...talk, listing });
  };
  const another = () => pick(random, others).email;
  // The longest ago first: fewer listings are that old.
  const bargains = (Object.keys(agoOf) as Bargain[]).toReversed();
  for (const [n, bargain] of bargains.entries()) {
    const words = n % 3 === 0 ? (dialogues[n % dialogues.length] ?? []) : [];
    plan([isOfShop, isOfOthers], { buyerEmail: shown.collector, agoMs: agoOf[bargain], words, bargain });
  }
  for (const [n, words] of dialogues.entries())
    plan([isOfShop, isOfOthers], {
      buyerEmail: n % 2 === 0 ? shown.collector : another(),
      agoMs: (n * n * 9 + 4) * hourMs,
      words,
      bargain: null,
    });
  for (const agoMs of [9 * hourMs, 3 * hourMs])
    plan([isOfShop], { buyerEmail: another(), agoMs, words: [], bargain: 'waits' });
  for (const agoMs of [6 * hourMs, 2 * hourMs]) {
    const listing = listings.find((one) => one.sellerEmail === shown.seller && one.takesOffers);
    if (listing && now.getTime() - listing.publishedAt.getTime() > agoMs)
      talks.push({ listing, buyerEmail: another(), agoMs, words: [], bargain: 'waits' });
  }
  for (let n = 0; n < Math.round(size / 120); n++) {
    const bargain = bargains[n % bargains.length] ?? 'waits';
    plan([isOfOthers], { buyerEmail: another(), agoMs: agoOf[bargain], words: [], bargain });
  }
  return talks;
}

/** An offer for several listings of a seller, made so long ago; it waits for an answer. */
export interface PlannedBasket {
  listings: readonly MadeListing[];
  buyerEmail: string;
  agoMs: number;
}

/** Two or three listings of one seller without an offer; null where no seller has as many. */
export function planBasket(
  listings: readonly MadeListing[],
  talks: readonly PlannedTalk[],
  now: Date,
): PlannedBasket | null {
  const agoMs = 7 * hourMs;
  const taken = new Set(talks.map(({ listing }) => listing.id));
  const free = listings.filter(
    (one) =>
      one.sellerEmail !== shown.collector &&
      one.takesOffers &&
      !taken.has(one.id) &&
      now.getTime() - one.publishedAt.getTime() > agoMs,
  );
  // Of the demo shop, where it has enough in one currency; a small market may have only others.
  const carousels = [...Map.groupBy(free, ({ sellerEmail, currency }) => `${sellerEmail} ${currency}`).values()].filter(
    ({ length }) => length >= 2,
  );
  const found = carousels.find(([one]) => one?.sellerEmail === shown.shop) ?? carousels[0];
  return found ? { listings: found.slice(0, 3), buyerEmail: shown.collector, agoMs } : null;
}
