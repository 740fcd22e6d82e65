import { Link } from 'react-router';
import { plural } from '#kernel/format.ts';
import { calendarDay } from '#kernel/time.ts';
import type { PriceRule } from '../rule.contract.ts';
import { statusWords } from './bulk-words.ts';

/** The nights of a rule, each with what it changed and what it left. */
export function RuleRuns({ runs }: Pick<PriceRule, 'runs'>) {
  if (runs.length === 0) return <p className="dim">No runs yet</p>;
  return (
    <ul className="grid gap-2">
      {runs.map(({ id, night, status, counts }) => (
        <li key={id}>
          <Link className="link" to={`/dashboard/listings/bulk/${id}${counts.done > 0 ? '?show=done' : ''}`}>
            Night of {calendarDay(new Date(night))}
          </Link>{' '}
          <span className="dim">
            · {statusWords[status]} ·{' '}
            {plural(counts.done + counts.kept, { one: '# listing changed', other: '# listings changed' })} ·{' '}
            {plural(counts.stays + counts.refused + counts.failed, { one: '# not changed', other: '# not changed' })}
          </span>
        </li>
      ))}
    </ul>
  );
}
