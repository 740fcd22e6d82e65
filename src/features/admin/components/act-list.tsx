import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '#ui/page/panel.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { ActView } from '../contract.ts';
import { deedOf, doerOf, reasonOf } from '../shell/action-words.ts';

interface Props {
  acts: readonly ActView[];
  readerId: string;
  now: string;
}

/** Admin actions on one record or member. `children` links to the rest. */
export function ActsPanel({ id = 'acts', children, ...acts }: Props & { id?: string; children?: ReactNode }) {
  return (
    <Panel title="Admin actions" id={id}>
      {acts.acts.length === 0 ? <p className="dim">No actions yet.</p> : <ActList {...acts} />}
      {children}
    </Panel>
  );
}

function ActList({ acts, readerId, now }: Props) {
  return (
    <ol className="adm-log">
      {acts.map((one) => (
        <li key={one.id}>
          <p>{deedOf(one)}</p>
          <Reason of={one} />
          <p className="dim">
            <RelativeTime at={one.at} now={now} ago /> ·{' '}
            {one.byName && one.by !== readerId ? (
              <Link to={`/admin/members/${one.by}`}>{one.byName}</Link>
            ) : (
              doerOf(one, readerId)
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

export function Reason({ of }: { of: ActView }) {
  const reason = reasonOf(of);
  return reason && <p className="adm-why">“{reason}”</p>;
}
