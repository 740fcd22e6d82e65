import { formatMoney } from '#kernel/money.ts';
import { timeLeft } from '#kernel/time.ts';
import type { StatusTone } from '#ui/status-dot.tsx';
import type { Offer, OfferSide } from '../contract.ts';
import { offerPromises } from '../offer.times.ts';

/** Which side of an offer its reader is on. */
export const sideOfViewer = ({ buyerId }: Pick<Offer, 'buyerId'>, viewerId: string): OfferSide => (buyerId === viewerId ? 'buyer' : 'seller');

type Stated = Pick<Offer, 'status' | 'promise' | 'turn'>;

/** Where an offer stands, for one of its two sides. */
export function stateOf({ status, promise, turn }: Stated, side: OfferSide): { word: string; tone: StatusTone } {
  switch (status) {
    case 'pending':
      return turn === side ? { word: 'Waits for you', tone: 'waiting' } : { word: `Waits for the ${turn}`, tone: 'live' };
    case 'accepted':
      return promiseState(promise, side);
    case 'declined':
      return { word: 'Declined', tone: 'paused' };
    case 'countered':
      return { word: 'Answered with another', tone: 'paused' };
    case 'withdrawn':
      return { word: 'Withdrawn', tone: 'paused' };
    case 'expired':
      return { word: 'Ran out', tone: 'paused' };
  }
}

function promiseState(promise: Stated['promise'], side: OfferSide): { word: string; tone: StatusTone } {
  if (promise === 'paid') return { word: 'Accepted and paid', tone: 'live' };
  if (promise === 'lapsed') return { word: 'Accepted, not paid', tone: 'bad' };
  return side === 'buyer' ? { word: 'Accepted: pay it', tone: 'waiting' } : { word: 'Accepted, to be paid', tone: 'live' };
}

/** `84 %`: what is offered, of what the listing asked then; whole, and 100 only where it is all of it. */
export function percentOfPrice({ amount, asked }: Pick<Offer, 'amount' | 'asked'>): string {
  return `${Math.min(amount.amount < asked.amount ? 99 : 100, Math.max(1, Math.round((100 * amount.amount) / asked.amount)))} %`;
}

type Told = Stated & Pick<Offer, 'expiresAt' | 'payBy' | 'declineReason' | 'note' | 'byRule' | 'unpaidByBuyer'>;

/** What follows, or why it ended, as sentences for this side; empty where the state says all. */
export function sentencesOf(offer: Told, side: OfferSide, now: Date): string[] {
  const { status, promise, turn, expiresAt, payBy, declineReason, note, byRule, unpaidByBuyer } = offer;
  const said: string[] = [];
  if (status === 'pending') {
    said.push(`${timeLeft(new Date(expiresAt), now)} to answer.`);
    if (side === 'seller' && turn === 'seller' && unpaidByBuyer) {
      said.push(`This buyer did not pay ${unpaidByBuyer} accepted ${unpaidByBuyer === 1 ? 'offer' : 'offers'} in the past year.`);
    }
  }
  if (status === 'accepted' && (promise === 'open' || promise === 'claimed') && payBy) {
    said.push(
      side === 'buyer'
        ? `Reserved for you: ${timeLeft(new Date(payBy), now)} to pay.`
        : `Reserved for the buyer: ${timeLeft(new Date(payBy), now)} to pay.`,
    );
  }
  if (byRule && side === 'buyer') said.push('A rule that the seller has set answered.');
  if (declineReason) said.push(`Reason: ${declineReason}`);
  if (note) said.push(note);
  return said;
}

/** What accepting binds to, asked before it is done. */
export function acceptSentence(offer: Pick<Offer, 'amount'>, side: OfferSide): string {
  const sum = formatMoney(offer.amount);
  return side === 'seller'
    ? `One copy is reserved for the buyer at ${sum} for ${offerPromises.pay}. If it is not paid by then, it is for sale again.`
    : `You promise to buy: one copy is reserved for you at ${sum}, and you have ${offerPromises.pay} to pay. Post comes on top.`;
}
