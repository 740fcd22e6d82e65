import type { ReactNode } from 'react';

export interface HistogramBin {
  from: number;
  /** Null for the last, which has no upper end. */
  to: number | null;
  count: number;
}

/** Whether a bar lies in the chosen range, at least in part. */
export function isInRange({ from, to }: HistogramBin, low: number | null, high: number | null): boolean {
  return (high === null || from <= high) && (low === null || to === null || to > low);
}

/** Height of a bar in a box of 44: by the square root, so that one crowded price does not flatten the rest. */
export function barHeight(count: number, most: number): number {
  if (count <= 0 || most <= 0) return 1.25;
  return Math.max(2.5, Math.sqrt(count / most) * 42.5);
}

export interface HistogramProps {
  bins: readonly HistogramBin[];
  low: number | null;
  high: number | null;
}

/** How many copies stand at which price, the chosen range in colour. The two inputs beside it say the same in words. */
export function Histogram({ bins, low, high }: HistogramProps) {
  const most = Math.max(0, ...bins.map((bin) => bin.count));
  const width = bins.length * 10;
  return (
    <svg className="histo" viewBox={`0 0 ${Math.max(width, 10)} 44`} preserveAspectRatio="none" aria-hidden="true">
      {bins.map((bin, at) => {
        const height = barHeight(bin.count, most);
        const chosen = isInRange(bin, low, high);
        return (
          <rect
            key={bin.from}
            x={at * 10 + 1}
            y={44 - height}
            width="8"
            height={height}
            rx="2"
            fill={chosen ? 'var(--accent)' : 'var(--border)'}
            opacity={chosen ? 0.55 : 1}
          />
        );
      })}
    </svg>
  );
}

export interface RangeInputsProps {
  /** What is limited: `price in euro`. */
  what: string;
  names: readonly [string, string];
  values: readonly [string, string];
  placeholders?: readonly [string, string];
  errors?: readonly [string | undefined, string | undefined];
  children?: ReactNode;
}

/** From and to as two text inputs; they belong to the form around them. */
export function RangeInputs({ what, names, values, placeholders = ['Any', 'Any'], errors, children }: RangeInputsProps) {
  const said = errors?.find(Boolean);
  const id = `range-${names[0]}-error`;
  return (
    <>
      {children}
      <div className="two">
        {(['Lowest', 'Highest'] as const).map((end, at) => (
          <label key={end} className={at === 0 ? 'lo' : 'hi'}>
            <span className="sr">
              {end} {what}
            </span>
            <input
              className="in"
              key={values[at]}
              name={names[at]}
              defaultValue={values[at]}
              placeholder={placeholders[at]}
              inputMode="decimal"
              autoComplete="off"
              enterKeyHint="go"
              aria-invalid={errors?.[at] ? true : undefined}
              aria-describedby={errors?.[at] ? id : undefined}
            />
          </label>
        ))}
        <span className="dim mid" aria-hidden="true">
          to
        </span>
      </div>
      {said && (
        <p className="err" id={id}>
          {said}
        </p>
      )}
    </>
  );
}
