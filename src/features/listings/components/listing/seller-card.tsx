import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { plural } from '#kernel/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Rating } from '#ui/card/rating.tsx';
import { PremiumBadge } from '#ui/page/premium-badge.tsx';
import type { Listing } from '../../contract.ts';

export interface SellerCardProps {
  seller: Listing['seller'];
  /** The seller has no profile now: only the name is shown, and nothing is linked. */
  isClosed: boolean;
  ratingCount: number;
  location: string | null;
  since: string | null;
  /** Private person or trader, and what that means for a buyer. */
  soldBy: { words: string; means: string };
  /** What was measured of the seller. */
  facts: ReactNode;
  /** Beside the way to their listings: a message. */
  actions: ReactNode;
}

/** Who sells: the facts that trust rests on. */
export function SellerCard({
  seller,
  isClosed,
  ratingCount,
  location,
  since,
  soldBy,
  facts: measured,
  actions,
}: SellerCardProps) {
  if (isClosed)
    return (
      <div className="seller" data-guide="seller">
        <Avatar name={seller.username} url={null} size={46} />
        <p className="s-n">{seller.username}</p>
      </div>
    );
  const facts = [
    seller.totalSales > 0 && plural(seller.totalSales, { one: '# sale', other: '# sales' }),
    location,
    since && `Member since ${new Date(since).getUTCFullYear()}`,
  ].filter(Boolean);
  return (
    <div className="seller" data-guide="seller">
      <Avatar name={seller.username} url={seller.avatarUrl} size={46} />
      <div className="min-w-0">
        <p className="s-n">
          <Link to={`/profile/${seller.id}`}>{seller.username}</Link>
          {seller.tier === 'premium' && <PremiumBadge />}
        </p>
        <p className="dim">
          <Rating value={seller.rating} count={ratingCount} sales={seller.totalSales} /> · {facts.join(' · ')}
        </p>
        <p className="dim">
          <Link className="link" to={`/profile/${seller.id}#who-sells`}>
            {soldBy.words}
          </Link>
          . {soldBy.means}
        </p>
      </div>
      <div className="seller-f">{measured}</div>
      <div className="seller-a">
        {actions}
        <ButtonLink size="sm" to={`/browse?seller=${seller.id}`}>
          All listings
        </ButtonLink>
      </div>
    </div>
  );
}
