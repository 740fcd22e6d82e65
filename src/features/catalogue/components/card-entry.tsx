import { Link } from 'react-router';
import { cardAddress } from '../read/addresses.ts';

export interface CardDrawingProps {
  artUrl: string;
  /** Empty where the name is right beside it. */
  alt: string;
  priority?: 'first' | 'eager' | 'lazy';
}

/** The card's drawing, 63 × 88. */
export function CardDrawing({ artUrl, alt, priority = 'lazy' }: CardDrawingProps) {
  return (
    <img
      className="card-art"
      src={artUrl}
      alt={alt}
      width={630}
      height={880}
      loading={priority === 'lazy' ? 'lazy' : 'eager'}
      fetchPriority={priority === 'first' ? 'high' : undefined}
      decoding="async"
    />
  );
}

export interface CardEntryProps {
  card: { id: string; name: string; number: string | null; rarity: string | null; artUrl: string };
  /** In place of number and rarity. */
  note?: string | undefined;
  /** A second line. */
  more?: string | undefined;
  priority?: CardDrawingProps['priority'];
  level?: 2 | 3;
}

/** A card of the catalogue as a tile: no seller and no price, since there may be no copy for sale. */
export function CardEntry({ card, note, more, priority, level = 3 }: CardEntryProps) {
  const Heading = `h${level}` as const;
  return (
    <article className="tile quiet">
      <div className="mat">
        <CardDrawing artUrl={card.artUrl} alt="" priority={priority} />
      </div>
      <div className="tb">
        <Heading>
          <Link to={cardAddress(card.id)}>{card.name}</Link>
        </Heading>
        <p className="set">{note ?? [card.number, card.rarity].filter(Boolean).join(' · ')}</p>
        {more && <p className="set">{more}</p>}
      </div>
    </article>
  );
}
