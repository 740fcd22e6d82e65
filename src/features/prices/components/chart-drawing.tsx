import type { ScaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { CSSProperties, PointerEventHandler, ReactNode } from 'react';
import { plural } from '#kernel/format.ts';
import { formatMoney, money } from '#kernel/numbers/money.ts';
import type { SoldPrices } from '../contract.ts';
import { axisDates, periodOf, timeOf } from './chart-axis.ts';

export type PlacedPoint = SoldPrices['series'][number] & { time: number };

/** Lines use these units in both directions and scale with the drawing; texts and rings keep their size. */
const units = 1_000;

interface ChartDrawingProps {
  prices: SoldPrices;
  placed: readonly PlacedPoint[];
  span: [from: number, to: number];
  x: ScaleLinear<number, number>;
  y: ScaleLinear<number, number>;
  /** The point at the cursor. */
  chosen: PlacedPoint | null;
  summary: string;
  onPointerDown: PointerEventHandler;
  onPointerMove: PointerEventHandler;
  onPointerLeave: PointerEventHandler;
  /** The slider that moves the cursor. */
  children: ReactNode;
}

/** Prices and dates stand outside of the plot, so that no point is under them. */
export function ChartDrawing({ prices, placed, span, x, y, chosen, summary, children, ...moves }: ChartDrawingProps) {
  const { sales = [], currency, enough, days } = prices;
  const px = (time: number) => (x(time) * units) / 100;
  const py = (amount: number) => (y(amount) * units) / 100;
  const path = line<PlacedPoint>(
    ({ time }) => px(time),
    ({ median }) => py(median.amount),
  ).curve(curveMonotoneX);
  const band = area<PlacedPoint>(
    ({ time }) => px(time),
    ({ spread }) => py(spread.low.amount),
    ({ spread }) => py(spread.high.amount),
  ).curve(curveMonotoneX);
  // Each a line without length that is as wide as a ring: an element for each of hundreds would be most of the page.
  // What lies in one path runs together where it overlaps, so neighbours are in different ones.
  const rings = sales.map(({ date, price }) => `M${px(timeOf(date)).toFixed(1)} ${py(price.amount).toFixed(1)}h.1`);
  const layers = [0, 1, 2].map((layer) => rings.filter((_, n) => n % 3 === layer).join('')).filter(Boolean);
  // A tick between two cents has no price.
  const ticks = y
    .ticks(4)
    .filter(Number.isInteger)
    .map((amount) => ({ place: `${y(amount)}%`, label: formatMoney(money(amount, currency)) }));
  const widest = Math.max(0, ...ticks.map(({ label }) => label.length));
  return (
    <div className="price-p" style={{ '--labels': `${widest}ch` } as CSSProperties}>
      <div {...moves}>
        <svg width="100%" height="100%" role="img" aria-label={summary}>
          {ticks.map(({ place, label }) => (
            <g key={label}>
              <line className="grid" x1="0" x2="100%" y1={place} y2={place} />
              <text x="-10" y={place} dy="0.35em" textAnchor="end">
                {label}
              </text>
            </g>
          ))}
          {axisDates(span).map(({ time, label }) => (
            <text key={time} x={`${x(time)}%`} y="100%" dy="1.75em" textAnchor="middle">
              {label}
            </text>
          ))}
          <svg
            width="100%"
            height="100%"
            viewBox={`0 0 ${units} ${units}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {enough && placed.every(({ spread }) => spread) && <path className="half" d={band(placed) ?? ''} />}
            {sales.length > 0 && (
              <g className="sales">
                {layers.map((layer) => [<path key={layer} d={layer} />, <path key={`${layer} inside`} d={layer} />])}
              </g>
            )}
            {enough && <path className="line" d={path(placed) ?? ''} />}
          </svg>
          {(!enough || placed.length === 1) &&
            placed.map(({ time, median }) => (
              <circle key={time} className="dot" cx={`${x(time)}%`} cy={`${y(median.amount)}%`} r="3.5" />
            ))}
          {chosen && (
            <>
              <line className="cur" x1={`${x(chosen.time)}%`} x2={`${x(chosen.time)}%`} y1="0" y2="100%" />
              <circle className="at" cx={`${x(chosen.time)}%`} cy={`${y(chosen.median.amount)}%`} r="5" />
            </>
          )}
        </svg>
        {children}
        {chosen && (
          // The slider reads the same aloud.
          <p
            className={x(chosen.time) > 50 ? 'price-at left' : 'price-at'}
            style={{ '--x': `${x(chosen.time)}%`, '--y': `${y(chosen.median.amount)}%` } as CSSProperties}
            data-testid="price-at"
            aria-hidden="true"
          >
            <strong>
              {formatMoney(chosen.median)}
              {chosen.count > 1 && ' median'}
            </strong>
            <span>{periodOf(chosen.date, days)}</span>
            <span>{plural(chosen.count, { one: '# sale', other: '# sales' })}</span>
          </p>
        )}
      </div>
    </div>
  );
}
