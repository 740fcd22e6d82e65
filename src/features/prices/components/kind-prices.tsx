import { Suspense, useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/form/segmented.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import type { SoldPrices } from '../contract.ts';
import { openDays, priceWindows } from '../price.rules.ts';
import { AsTable, Figures, type PriceKind, pricesAddress, windowWords } from './price-figures.tsx';
import './prices.css';

const PriceChart = lazyPart(() => import('./price-chart.tsx'));

export interface KindPricesProps {
  cardId: string;
  kind: PriceKind;
  currency: string;
  /** The moment of the page, as ISO text. */
  now: string;
}

/** The prices of one kind of a card, from the API, for the chosen period. */
export default function KindPrices({ cardId, kind, currency, now }: KindPricesProps) {
  const [days, setDays] = useState<number>(openDays);
  const [prices, setPrices] = useState<SoldPrices | null>(null);
  const [failed, setFailed] = useState(0);
  const [turn, setTurn] = useState(0);
  const address = pricesAddress(cardId, kind, { days, currency });
  useEffect(() => {
    const left = new AbortController();
    read(address, left.signal).then(
      (found) => setPrices(found),
      () => left.signal.aborted || setFailed(turn + 1),
    );
    return () => left.abort();
  }, [address, turn]);
  if (failed > turn)
    return (
      <p role="alert" className="dim">
        Couldn’t load the prices.{' '}
        <Button size="sm" onClick={() => setTurn(failed)}>
          Try again
        </Button>
      </p>
    );
  if (!prices) return <p className="sr">Loading prices…</p>;
  return (
    <div aria-busy={prices.days !== days || undefined}>
      <div className="price-h-w">
        <Figures prices={prices} />
        <Segmented
          label="Period"
          options={priceWindows.map((window) => ({ value: String(window), label: windowWords(window) }))}
          value={String(days)}
          onChange={(chosen) => setDays(Number(chosen))}
        />
      </div>
      {prices.series.length > 0 && (
        <Suspense>
          <PriceChart prices={prices} today={now.slice(0, 10)} />
        </Suspense>
      )}
      <AsTable prices={prices} cardId={cardId} kind={kind} />
    </div>
  );
}

async function read(address: string, signal: AbortSignal): Promise<SoldPrices> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`prices: ${answer.status}`);
  return answer.json();
}
