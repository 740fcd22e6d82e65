import { Link } from 'react-router';
import { formatNumber, formatUnit, plural } from '#kernel/format.ts';
import { Note } from '#ui/page/panel.tsx';

export interface TierFacts {
  tier: 'free' | 'premium';
  name: string;
  /** Null: as many as they like. */
  maxLive: number | null;
  live: number;
  hours: number;
  premiumHours: number;
}

/** How many places are left, said before anything is typed; and what premium would give. */
export function TierNote({ facts }: { facts: TierFacts }) {
  if (facts.maxLive === null) return null;
  const left = Math.max(0, facts.maxLive - facts.live);
  const premium = (
    <>
      With <Link to="/premium">Premium</Link>, there is no limit and each listing lasts{' '}
      {formatUnit(facts.premiumHours / 24, 'day')}.
    </>
  );
  if (left === 0) {
    return (
      <Note tone="warning" className="mb-5">
        <strong>
          {plural(facts.maxLive, {
            one: 'You’ve reached your limit of # active listing.',
            other: 'You’ve reached your limit of # active listings.',
          })}
        </strong>{' '}
        You can prepare this listing and save it as a draft. To publish it, pause or delete one of{' '}
        <Link to="/dashboard/listings">your listings</Link>. {premium}
      </Note>
    );
  }
  return (
    <p className="dim mb-5">
      {plural(facts.maxLive, {
        one: `${formatNumber(left)} of # active listing left.`,
        other: `${formatNumber(left)} of # active listings left.`,
      })}{' '}
      Each listing lasts {formatUnit(facts.hours, 'hour')}. {premium}
    </p>
  );
}
