import { ButtonLink } from '#ui/button.tsx';
import { Price } from '#ui/card/price.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import type { Offer } from '../contract.ts';
import { sideNames } from './offer-filters.ts';
import { percentOfPrice, sentencesOf, sideOfViewer, stateOf } from './offer-words.ts';

/**
 * An offer in a conversation: in its current state, whatever it was when it was made. It is answered on the page of
 * offers.
 */
export function OfferCard({ offer, viewerId, now }: { offer: Offer; viewerId: string; now: string }) {
  const side = sideOfViewer(offer, viewerId);
  const { word, tone } = stateOf(offer, side);
  const mayAnswer = offer.actions.includes('decline');
  return (
    <div className="msg-b msg-card" data-testid="offer-card">
      <p>
        <strong>
          <Price value={offer.amount} />
        </strong>{' '}
        · {percentOfPrice(offer)} of the price
      </p>
      {offer.lines && <p>{offer.title}</p>}
      <p>
        <StatusDot tone={tone}>{word}</StatusDot>
      </p>
      {sentencesOf(offer, side, new Date(now)).map((sentence) => (
        <p key={sentence} className="dim">
          {sentence}
        </p>
      ))}
      <p>
        <ButtonLink
          size="sm"
          kind={mayAnswer ? 'primary' : 'default'}
          to={`/offers?side=${sideNames[side]}#${offer.id}`}
        >
          {mayAnswer ? 'Reply to offer' : 'View offer'}
        </ButtonLink>
      </p>
    </div>
  );
}
