import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { formatNumber, plural } from '#kernel/format.ts';
import { formatMoney, money } from '#kernel/numbers/money.ts';
import { calendarDay, dayMs } from '#kernel/time.ts';
import type { SoldPrices } from '../contract.ts';
import { enoughSales, openDays } from '../price.rules.ts';

const height = 220;
const [top, foot] = [14, 26];
const inner = height - top - foot;
/** The drawing scales to its page; lines use these units, so that text and rings keep their size. */
const units = 1_000;

const timeOf = (date: string) => Date.parse(`${date}T00:00:00Z`);
const dayOf = (date: string) => calendarDay(new Date(timeOf(date)));

/**
 * The median as a line, the middle half as a band, single sales as rings: so much of it as there is. A slider over it
 * moves a cursor by mouse, finger and keys.
 */
export default function PriceChart({ prices }: { prices: SoldPrices }) {
  const { series, sales = [], currency, days, enough } = prices;
  const [pinned, setPinned] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  // A week's figures are in the middle of the week, among its sales, not at its start.
  const middleOf = useCallback((date: string) => timeOf(date) + (days > openDays ? 3 * dayMs : 0), [days]);
  const slider = useRef<HTMLInputElement>(null);
  // Follows a slider that was moved before hydration: at its end it sends no event.
  useEffect(() => {
    const n = slider.current?.valueAsNumber ?? series.length - 1;
    const moved = n < series.length - 1 ? series[n] : undefined;
    if (moved) setPinned(middleOf(moved.date));
  }, [series, middleOf]);
  const amounts = [
    ...series.flatMap(({ median, spread }) => [median, ...(spread ? [spread.low, spread.high] : [])]),
    ...sales.map(({ price }) => price),
  ].map(({ amount }) => amount);
  const times = [...series.map(({ date }) => middleOf(date)), ...sales.map(({ date }) => timeOf(date))];
  const [from, to] = [Math.min(...times), Math.max(...times)];
  // A single day is in the middle.
  const x = scaleLinear()
    .domain(from === to ? [from - dayMs, to + dayMs] : [from, to])
    .range([2, 98]);
  const y = scaleLinear()
    .domain([Math.min(...amounts) * 0.92, Math.max(...amounts) * 1.08])
    .nice(3)
    .range([top + inner, top]);
  const px = (time: number) => (x(time) * units) / 100;
  const placed = series.map((point) => ({ ...point, time: middleOf(point.date) }));
  const path = line<(typeof placed)[number]>(
    (point) => px(point.time),
    (point) => y(point.median.amount),
  );
  const band = area<(typeof placed)[number]>(
    (point) => px(point.time),
    (point) => y(point.spread?.low.amount ?? 0),
    (point) => y(point.spread?.high.amount ?? 0),
  );
  // Each a line without length that is as wide as a ring: an element for each of hundreds would be most of the page.
  // What lies in one path runs together where it overlaps, so neighbours are in different ones.
  const rings = sales.map(({ date, price }) => `M${px(timeOf(date)).toFixed(1)} ${y(price.amount).toFixed(1)}h.1`);
  const layers = [0, 1, 2].map((layer) => rings.filter((_, n) => n % 3 === layer).join('')).filter(Boolean);
  const hasHalf = enough && placed.every(({ spread }) => spread);
  const of = (amount: number) => formatMoney(money(amount, currency));
  const at = hovered ?? pinned;
  const chosen = at === null ? null : nearest(placed, at);
  const timeUnder = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    return x.invert(((clientX - box.left) / box.width) * 100);
  };
  const first = placed[0];
  const last = placed.at(-1);
  if (!first || !last) return null;
  const point = chosen ?? last;
  const day = days > openDays ? `Week of ${dayOf(point.date)}` : dayOf(point.date);
  const price = formatMoney(point.median);
  const said = plural(point.count, { one: `${day}: ${price}, # sale`, other: `${day}: ${price}, # sales` });
  const kind = kindOfChart(enough, days > openDays);
  const summary = `${kind}: ${formatMoney(first.median)} on ${dayOf(first.date)} to ${formatMoney(last.median)} on ${dayOf(last.date)}.`;
  return (
    <figure data-testid="price-chart">
      <div
        className="price-c"
        // What was pressed or tapped stays; a mouse that passes shows more for as long as it is there.
        onPointerDown={(event) => setPinned(timeUnder(event))}
        onPointerMove={(event) => (event.pointerType === 'mouse' ? setHovered : setPinned)(timeUnder(event))}
        onPointerLeave={() => setHovered(null)}
      >
        <svg height={height} role="img" aria-label={summary}>
          {y.ticks(3).map((tick) => (
            <line key={tick} className="grid" x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
          ))}
          <svg
            width="100%"
            height={height}
            viewBox={`0 0 ${units} ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {hasHalf && <path className="half" d={band(placed) ?? ''} />}
            {sales.length > 0 && (
              <g className="sales">
                {layers.map((layer) => [<path key={layer} d={layer} />, <path key={`${layer} inside`} d={layer} />])}
              </g>
            )}
            {enough && <path className="line" d={path(placed) ?? ''} />}
          </svg>
          {(!enough || placed.length === 1) &&
            placed.map(({ time, median }) => (
              <circle key={time} className="dot" cx={`${x(time)}%`} cy={y(median.amount)} r="3.5" />
            ))}
          {chosen && (
            <>
              <line className="cur" x1={`${x(chosen.time)}%`} x2={`${x(chosen.time)}%`} y1={top} y2={top + inner} />
              <circle className="at" cx={`${x(chosen.time)}%`} cy={y(chosen.median.amount)} r="5" />
            </>
          )}
          {y.ticks(3).map((tick) => (
            <text key={tick} className="tick" x="0" y={y(tick) - 4}>
              {of(tick)}
            </text>
          ))}
          <text x="2%" y={height - 6}>
            {dayOf(first.date)}
          </text>
          {placed.length > 1 && (
            <text x="98%" y={height - 6} textAnchor="end">
              {dayOf(last.date)}
            </text>
          )}
        </svg>
        <input
          ref={slider}
          type="range"
          min={0}
          max={placed.length - 1}
          step={1}
          aria-label="Browse prices by date"
          aria-valuetext={said}
          value={chosen ? placed.indexOf(chosen) : placed.length - 1}
          onChange={(event) => {
            setHovered(null);
            setPinned(placed[event.currentTarget.valueAsNumber]?.time ?? null);
          }}
        />
      </div>
      <figcaption className="price-at">
        {chosen
          ? said
          : enough
            ? 'Move over the chart or use the arrow keys to see a price.'
            : `Fewer than ${formatNumber(enoughSales)} sales. Each one is shown.`}
      </figcaption>
    </figure>
  );
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
