import { scaleLinear } from 'd3-scale';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatNumber, plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { calendarDay } from '#kernel/time.ts';
import type { SoldPrices } from '../contract.ts';
import { enoughSales, openDays } from '../price.rules.ts';
import { periodOf, placeOf, spanOf, timeOf } from './chart-axis.ts';
import { ChartDrawing, type PlacedPoint } from './chart-drawing.tsx';

const dayOf = (date: string) => calendarDay(new Date(timeOf(date)));

export interface PriceChartProps {
  prices: SoldPrices;
  /** The last day of the period, UTC. */
  today: string;
}

/**
 * The median as a line, the typical range as a band, single sales as rings: so much of it as there is. It covers the
 * whole period. A slider over it moves a cursor by mouse, finger and keys; the price stands beside the cursor.
 */
export default function PriceChart({ prices, today }: PriceChartProps) {
  const { series, sales = [], days, enough } = prices;
  const [pinned, setPinned] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const slider = useRef<HTMLInputElement>(null);
  const span = spanOf(today, days);
  const placed: PlacedPoint[] = series.map((point) => ({ ...point, time: placeOf(point.date, days, span) }));
  // Follows a slider that was moved before hydration: at its end it sends no event.
  useEffect(() => {
    const n = slider.current?.valueAsNumber ?? series.length - 1;
    const moved = n < series.length - 1 ? series[n] : undefined;
    if (moved) setPinned(placeOf(moved.date, days, spanOf(today, days)));
  }, [series, days, today]);
  const amounts = [
    ...series.flatMap(({ median, spread }) => [median, ...(spread ? [spread.low, spread.high] : [])]),
    ...sales.map(({ price }) => price),
  ].map(({ amount }) => amount);
  // In percent of the drawing, which is as large as its page lets it be.
  const x = scaleLinear().domain(span).range([1, 99]);
  const y = scaleLinear()
    .domain([Math.min(...amounts) * 0.92, Math.max(...amounts) * 1.08])
    .nice(4)
    .range([100, 0]);
  const at = hovered ?? pinned;
  const chosen = at === null ? null : nearest(placed, at);
  const timeUnder = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    return x.invert(((clientX - box.left) / box.width) * 100);
  };
  const first = placed[0];
  const last = placed.at(-1);
  if (!first || !last) return null;
  const kind = kindOfChart(enough, days > openDays);
  const summary = `${kind}: ${formatMoney(first.median)} on ${dayOf(first.date)} to ${formatMoney(last.median)} on ${dayOf(last.date)}.`;
  return (
    <figure data-testid="price-chart" className="price-c">
      <ChartDrawing
        prices={prices}
        placed={placed}
        span={span}
        x={x}
        y={y}
        chosen={chosen}
        summary={summary}
        // What was pressed or tapped stays; a mouse that passes shows more for as long as it is there.
        onPointerDown={(event) => setPinned(timeUnder(event))}
        onPointerMove={(event) => (event.pointerType === 'mouse' ? setHovered : setPinned)(timeUnder(event))}
        onPointerLeave={() => setHovered(null)}
      >
        <input
          ref={slider}
          type="range"
          min={0}
          max={placed.length - 1}
          step={1}
          aria-label="Browse prices by date"
          aria-valuetext={saidOf(chosen ?? last, days)}
          value={chosen ? placed.indexOf(chosen) : placed.length - 1}
          onFocus={() => setPinned((before) => before ?? last.time)}
          onChange={(event) => {
            setHovered(null);
            setPinned(placed[event.currentTarget.valueAsNumber]?.time ?? null);
          }}
        />
      </ChartDrawing>
      <figcaption>
        {enough ? (
          <ul>
            <li>
              <i className="k1" /> Median
            </li>
            {placed.every(({ spread }) => spread) && (
              <li>
                <i className="k2" /> Typical range
              </li>
            )}
            {sales.length > 0 && (
              <li>
                <i className="k3" /> Single sale
              </li>
            )}
          </ul>
        ) : (
          `Fewer than ${formatNumber(enoughSales)} sales. Each one is shown.`
        )}
      </figcaption>
    </figure>
  );
}

function saidOf({ date, median, count }: PlacedPoint, days: number): string {
  const said = `${periodOf(date, days)}: ${formatMoney(median)}`;
  return plural(count, { one: `${said}, # sale`, other: `${said}, # sales` });
}

function kindOfChart(isMedian: boolean, isWeekly: boolean): string {
  if (isMedian) return isWeekly ? 'Median price by week' : 'Median price by day';
  return isWeekly ? 'Sold prices by week' : 'Sold prices by day';
}

function nearest<P extends { time: number }>(points: readonly P[], time: number): P | null {
  return points.reduce<P | null>(
    (best, point) => (!best || Math.abs(point.time - time) < Math.abs(best.time - time) ? point : best),
    null,
  );
}
