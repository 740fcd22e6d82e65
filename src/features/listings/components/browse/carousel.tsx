import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ListingGrid } from '../listing-grid.tsx';
import type { TileFacts } from '../listing-words.ts';
import './carousel.css';

export interface CarouselProps {
  title: string;
  note?: string;
  listings: readonly TileFacts[];
  liked: readonly string[];
  viewerId: string | null;
  more?: { to: string; label: string };
  /** All listings are of one seller, named in the title. */
  ofOneSeller?: boolean;
}

/** A titled row of tiles that scrolls sideways, by hand, by keys or by its buttons. A single tile has no buttons; nothing renders nothing. */
export function Carousel({ title, note, listings, liked, viewerId, more, ofOneSeller }: CarouselProps) {
  const box = useRef<HTMLDivElement>(null);
  if (listings.length === 0) return null;
  const scroll = (by: number) => {
    const row = box.current?.querySelector('.shelf');
    row?.scrollBy({ left: by * row.clientWidth * 0.8, behavior: 'smooth' });
  };
  return (
    <section className="shelf-box" aria-label={title}>
      <div className="shelf-h">
        <div>
          <h2>{title}</h2>
          {note && <p className="dim">{note}</p>}
        </div>
        {more && (
          <Link className="link" to={more.to}>
            {more.label}
          </Link>
        )}
        {listings.length > 1 && (
          <span className="shelf-b">
            <IconButton
              small
              icon={<Icon of={ChevronLeft} size={18} />}
              label={`Previous in ${title}`}
              onClick={() => scroll(-1)}
            />
            <IconButton
              small
              icon={<Icon of={ChevronRight} size={18} />}
              label={`Next in ${title}`}
              onClick={() => scroll(1)}
            />
          </span>
        )}
      </div>
      <div ref={box}>
        <ListingGrid
          listings={listings}
          liked={liked}
          viewerId={viewerId}
          label={title}
          ofOneSeller={ofOneSeller}
          carousel
        />
      </div>
    </section>
  );
}
