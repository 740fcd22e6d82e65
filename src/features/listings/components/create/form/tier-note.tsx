import { Link } from 'react-router';
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
      <Link to="/premium">Premium</Link> has no limit, and its listings stay for {facts.premiumHours / 24} days.
    </>
  );
  if (left === 0) {
    return (
      <Note tone="warning" className="mb-5">
        <strong>Your {facts.maxLive} places are taken.</strong> You can prepare this listing and keep it as a draft. To
        publish it, pause or delete one of <Link to="/dashboard/listings">your listings</Link>. {premium}
      </Note>
    );
  }
  return (
    <p className="dim mb-5">
      {left === 1 ? 'One place' : `${left} places`} of {facts.maxLive} left. A listing stays for {facts.hours} hours.{' '}
      {premium}
    </p>
  );
}
