import { Link } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { calendarDay } from '#kernel/time.ts';
import type { PriceRule } from '../rule.contract.ts';
import { listingsOf, statusWords } from './bulk-words.ts';

/** The nights of a rule, each with what it changed and what it left. */
export function RuleRuns({ runs }: Pick<PriceRule, 'runs'>) {
  if (runs.length === 0) return <p className="dim">It has not run yet.</p>;
  return (
    <ul className="grid gap-2">
      {runs.map(({ id, night, status, counts }) => (
        <li key={id}>
          <Link className="link" to={`/dashboard/listings/bulk/${id}${counts.done > 0 ? '?show=done' : ''}`}>
            Night of {calendarDay(new Date(night))}
          </Link>{' '}
          <span className="dim">
            · {statusWords[status]} · {listingsOf(counts.done + counts.kept)} changed,{' '}
            {formatNumber(counts.stays + counts.refused + counts.failed)} left as they are
          </span>
        </li>
      ))}
    </ul>
  );
}
