import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cn } from '../cn.ts';

export interface SegmentedOption<V extends string> {
  value: V;
  /** Its name; the tooltip where an icon is shown. */
  label: string;
  icon?: ReactNode;
  /** How many things stand behind it; nothing is shown for 0. */
  count?: number;
  /** The meaning of the number, for screen readers. */
  countMeans?: string;
  /** An address makes it a link. */
  to?: string;
}

export interface SegmentedProps<V extends string> {
  label: string;
  options: readonly SegmentedOption<V>[];
  value: V;
  onChange?: (value: V) => void;
  className?: string;
}

/** One of a few views: links where each has an address, otherwise buttons that are pressed or not. */
export function Segmented<V extends string>({ label, options, value, onChange, className }: SegmentedProps<V>) {
  const isText = options.every((option) => !option.icon);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a row in every browser
    <div className={cn('seg', isText && 'tx', className)} role="group" aria-label={label}>
      {options.map((option) => {
        const named = option.icon ? { 'aria-label': option.label, 'data-tip': option.label } : {};
        return option.to ? (
          <Link
            key={option.value}
            to={option.to}
            preventScrollReset
            aria-current={option.value === value ? 'true' : undefined}
            {...named}
          >
            {option.icon ?? option.label}
            <Count {...option} />
          </Link>
        ) : (
          <button
            key={option.value}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChange?.(option.value)}
            {...named}
          >
            {option.icon ?? option.label}
            <Count {...option} />
          </button>
        );
      })}
    </div>
  );
}

function Count({ count = 0, countMeans }: { count?: number | undefined; countMeans?: string | undefined }) {
  if (count === 0) return null;
  return (
    <span className="seg-n">
      {count}
      {countMeans && <span className="sr"> {countMeans}</span>}
    </span>
  );
}
