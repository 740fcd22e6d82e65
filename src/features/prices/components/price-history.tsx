import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '#ui/lazy-part.ts';
import { Panel } from '#ui/page/panel.tsx';
import { hasOpenHistory } from '../price.rules.ts';
import type { KindPricesProps } from './kind-prices.tsx';
import './prices.css';
import './price-history.css';

const KindPrices = lazyPart(() => import('./kind-prices.tsx'));

/** The distance below the screen at which the figures are fetched. */
const ahead = '300px';

/**
 * Past sales of similar copies, on a listing's page. The page carries a placeholder and a link to the card's prices;
 * figures and drawing are fetched on scroll, so that other viewers do not pay for them. `soldDaysAgo`: when one was
 * last sold, null for not in a year; the placeholder has the drawing's height where there is something to draw.
 */
export function PriceHistory({
  soldDaysAgo,
  words,
  ...kind
}: KindPricesProps & { soldDaysAgo: number | null; words: string }) {
  const [isNear, setNear] = useState(false);
  const wasSold = soldDaysAgo !== null;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The place comes with the first sale, which may be while the page is open.
    const box = wasSold ? place.current : null;
    if (!box) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: ahead });
    watch.observe(box);
    return () => watch.disconnect();
  }, [wasSold]);
  // The facts beside it have the same link; this one is for browsers without scripts.
  const ofCard = wasSold && (
    <Link className="link" to={`/cards/${kind.cardId}#prices`}>
      View all versions
    </Link>
  );
  return (
    <Panel
      id="prices"
      title="Price history"
      note={`Sold prices per card, excluding shipping: ${words}`}
      actions={ofCard}
      className="price-box"
    >
      {soldDaysAgo === null ? (
        <p className="dim">No comparable sales in the last year.</p>
      ) : (
        <div className={hasOpenHistory(soldDaysAgo) ? 'price-h drawn' : 'price-h'} ref={place}>
          {isNear && (
            <Suspense>
              <KindPrices {...kind} />
            </Suspense>
          )}
        </div>
      )}
    </Panel>
  );
}
