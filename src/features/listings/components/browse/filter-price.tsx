import { type CSSProperties, useEffect, useState } from 'react';
import { plural } from '#kernel/format.ts';
import { formatMoney, shortDecimalOf } from '#kernel/numbers/money.ts';
import type { ListingFacets } from '../../contract.ts';
import type { BrowseQuery } from './browse-address.ts';
import { priceOf } from './browse-query.ts';

export interface FilterPriceProps {
  query: BrowseQuery;
  buckets: ListingFacets['price'];
  prefix: string;
  change(what: Partial<BrowseQuery>, how: { typed: boolean }): void;
}

/** How prices spread, two handles to narrow them, and two fields that say the same in figures. */
export function FilterPrice({ query, buckets, prefix, change }: FilterPriceProps) {
  const low = priceOf(query.minPrice);
  const high = priceOf(query.maxPrice);
  const first = low === null ? 0 : startOf(buckets, low);
  const last = high === null ? buckets.length : endOf(buckets, high);
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count));
  const total = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  const step = buckets.length > 0 ? 100 / buckets.length : 0;
  return (
    <section>
      <h3 id={`${prefix}-price`}>Price</h3>
      {buckets.length > 1 && total > 0 && (
        <>
          <svg
            className="histo"
            viewBox="0 0 100 44"
            preserveAspectRatio="none"
            role="img"
            aria-label={`Price distribution of ${plural(total, { one: '# listing', other: '# listings' })}`}
          >
            {buckets.map((bucket, at) => (
              <rect
                key={bucket.from}
                x={short(at * step + 0.35)}
                width={short(Math.max(0.5, step - 0.7))}
                y={short(44 - heightOf(bucket.count, most))}
                height={short(heightOf(bucket.count, most))}
                rx="0.8"
                className={at >= first && at < last ? 'in-range' : undefined}
              />
            ))}
          </svg>
          <PriceHandles
            first={first}
            last={last}
            stops={buckets.map((bucket) => bucket.from)}
            onChange={(from, to) =>
              change(
                {
                  minPrice: from === 0 ? '' : shortDecimalOf(buckets[from]?.from ?? 0),
                  maxPrice: to === buckets.length ? '' : shortDecimalOf(buckets[to]?.from ?? 0),
                },
                { typed: true },
              )
            }
          />
        </>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be the grid that this is */}
      <div className="two" role="group" aria-labelledby={`${prefix}-price`}>
        <PriceField
          label="Minimum price (USD)"
          name="minPrice"
          value={query.minPrice}
          hint="$0"
          onChange={(minPrice) => change({ minPrice }, { typed: true })}
        />
        <span className="dim" aria-hidden="true">
          to
        </span>
        <PriceField
          label="Maximum price (USD)"
          name="maxPrice"
          value={query.maxPrice}
          hint="Any"
          onChange={(maxPrice) => change({ maxPrice }, { typed: true })}
        />
      </div>
      {low !== null && high !== null && low > high && (
        <p className="help">The minimum price is higher than the maximum. Change one of them.</p>
      )}
    </section>
  );
}

interface PriceFieldProps {
  label: string;
  name: string;
  value: string;
  hint: string;
  onChange(value: string): void;
}

function PriceField({ label, name, value, hint, onChange }: PriceFieldProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // What is being typed stays as typed while it means the same.
    if (priceOf(value) !== priceOf(text)) setText(value);
  }
  const wrong = text.trim() !== '' && priceOf(text.trim()) === null;
  return (
    <label className={wrong ? 'bad' : undefined}>
      <span className="sr">{label}</span>
      <input
        className="in"
        name={name}
        inputMode="decimal"
        autoComplete="off"
        placeholder={hint}
        value={text}
        aria-invalid={wrong || undefined}
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          if (typed.trim() === '' || priceOf(typed.trim()) !== null) onChange(typed.trim());
        }}
      />
    </label>
  );
}

interface HandlesProps {
  /** Indexes into the stops; `last` may be one past the end, which is "any". */
  first: number;
  last: number;
  stops: readonly number[];
  onChange(first: number, last: number): void;
}

function PriceHandles({ first, last, stops, onChange }: HandlesProps) {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  const end = stops.length;
  const words = (at: number) => (at >= end ? 'Any price' : formatMoney({ amount: stops[at] ?? 0, currency: 'USD' }));
  return (
    <div
      className="rng dual"
      style={{ '--from': `${(first / end) * 100}%`, '--to': `${(last / end) * 100}%` } as CSSProperties}
    >
      <i />
      {scripted && (
        <>
          <input
            type="range"
            aria-label="Minimum price"
            min={0}
            max={end}
            value={first}
            aria-valuetext={words(first)}
            onChange={(event) => onChange(Math.min(Number(event.target.value), last - 1), last)}
          />
          <input
            type="range"
            aria-label="Maximum price"
            min={0}
            max={end}
            value={last}
            aria-valuetext={words(last)}
            onChange={(event) => onChange(first, Math.max(Number(event.target.value), first + 1))}
          />
        </>
      )}
    </div>
  );
}

/** A hundredth of the drawing's unit is invisible. */
const short = (measure: number) => Number(measure.toFixed(2));

/** A lone expensive card must not flatten everything else: heights follow the square root. */
function heightOf(count: number, most: number): number {
  return count === 0 ? 1 : Math.max(3, Math.sqrt(count / most) * 42);
}

function startOf(buckets: ListingFacets['price'], amount: number): number {
  const at = buckets.findIndex((bucket) => bucket.to === null || bucket.to > amount);
  return at === -1 ? buckets.length - 1 : at;
}

function endOf(buckets: ListingFacets['price'], amount: number): number {
  const at = buckets.findIndex((bucket) => bucket.from >= amount);
  return at === -1 ? buckets.length : Math.max(1, at);
}
