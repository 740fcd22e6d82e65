import { Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '#ui/lazy-part.ts';
import { Panel } from '#ui/page/panel.tsx';
import { hasOpenHistory } from '../price.rules.ts';
import type { KindPricesProps } from './kind-prices.tsx';
import './price-history.css';

const KindPrices = lazyPart(() => import('./kind-prices.tsx'));

/** So far below the screen its figures are asked for, to be there when it is reached. */
const ahead = '300px';

/**
 * What copies like one were sold for, on that copy's page. The page carries its place and a way to the card's prices;
 * figures and drawing are fetched when somebody comes near, so that who does not scroll there pays nothing.
 * `soldDaysAgo`: when one was last sold, null for not in a year; where the open days have something to draw, its place
 * is as high as that.
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
  // The facts beside it lead there too; here it is for whoever has no script to draw them.
  const ofCard = wasSold && (
    <Link className="link" to={`/cards/${kind.cardId}#prices`}>
      Every kind of this card
    </Link>
  );
  return (
    <Panel id="prices" title="Price history" note={`Copies sold: ${words}. Without post.`} actions={ofCard}>
      {soldDaysAgo === null ? (
        <p className="dim">No copy like this one was sold here in the last year.</p>
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
