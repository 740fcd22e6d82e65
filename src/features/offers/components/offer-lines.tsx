import { Link } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { Checkbox } from '#ui/form/field.tsx';
import type { Offer } from '../contract.ts';

type Lines = NonNullable<Offer['lines']>;

const words = {
  accepted: 'Accepted',
  declined: 'Declined',
  countered: 'Countered',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
} as const;

/**
 * The listings of an offer for several, each with its share of the amount; of those that were decided by themselves
 * how.
 */
export function OfferLines({ lines, status }: { lines: Lines; status: Offer['status'] }) {
  return (
    <ul className="ofr-lines">
      {lines.map((line) => (
        <li key={line.offerId}>
          {line.quantity > 1 && `${line.quantity} × `}
          <Link className="link" to={`/listings/${line.listingId}`}>
            {line.title}
          </Link>{' '}
          <span className="dim">
            {formatMoney(line.amount)} of {formatMoney(line.asked)}
            {line.status !== 'pending' && line.status !== status && ` · ${words[line.status]}`}
            {line.note && line.status !== status && `. ${line.note}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface PickLinesProps {
  lines: Lines;
  intent: string;
  /** Called when a box is checked or unchecked. */
  onPick?: (offerId: string, isIn: boolean) => void;
}

/** Which of several listings an answer is about: all, unless a box is emptied. Those left out are declined. */
export function PickLines({ lines, intent, onPick }: PickLinesProps) {
  return (
    <fieldset className="ofr-lines">
      <legend className="dim">Select the listings for your reply. The others are declined.</legend>
      <input type="hidden" name="picks" value="lines" />
      {lines
        .filter(({ isHere }) => isHere)
        .map((line) => (
          <Checkbox
            key={line.offerId}
            id={`${intent}-${line.offerId}`}
            name="lines"
            value={line.listingId}
            defaultChecked
            onChange={({ target }) => onPick?.(line.offerId, target.checked)}
            label={`${line.title}, ${formatMoney(line.amount)}`}
          />
        ))}
    </fieldset>
  );
}
