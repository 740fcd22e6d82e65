import {
  CreditCard,
  HandCoins,
  type LucideIcon,
  MessageSquare,
  Package,
  PackageCheck,
  Timer,
  Truck,
} from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber, plural } from '#kernel/format.ts';
import { timeLeft } from '#kernel/time.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { Need } from './needs.rules.ts';
import type { Needs } from './needs.server.ts';

const icons: Record<Need['kind'], LucideIcon> = {
  send: Truck,
  pay: CreditCard,
  confirm: PackageCheck,
  answer: HandCoins,
  read: MessageSquare,
  renew: Timer,
  look: Package,
};

function countOf(tasks: number, all: number): string {
  return tasks < all
    ? `${formatNumber(tasks)} of ${plural(all, { one: '# task', other: '# tasks, most urgent first' })}`
    : plural(all, { one: '# task', other: '# tasks, most urgent first' });
}

/** One list for the member: tasks first, then order updates. */
export function NeedsPanel({
  needs: { items, all, updates },
  now,
  className,
}: {
  needs: Needs;
  now: string;
  className?: string;
}) {
  const tasks = items.filter(({ kind }) => kind !== 'look').length;
  return (
    <Panel
      id="needs"
      className={className}
      title="To do"
      note={all > 0 ? countOf(tasks, all) : undefined}
      actions={
        <>
          {tasks < all && (
            <Link className="link" to="/dashboard?tasks=all#needs">
              View all
            </Link>
          )}
          <Link className="link" to={updates > 0 ? '/orders?side=waiting' : '/orders'}>
            {updates > 0 ? plural(updates, { one: '# order update', other: '# order updates' }) : 'All orders'}
          </Link>
        </>
      }
    >
      {items.length === 0 ? (
        <p className="dim">Nothing to do right now.</p>
      ) : (
        <ul className="queue">
          {items.map(({ kind, id, title, about, to, action, until }) => (
            <li key={`${kind} ${id}`} className="qi">
              <span className={kind === 'look' ? 'qic' : kind === 'send' || kind === 'pay' ? 'qic w' : 'qic a'}>
                <Icon of={icons[kind]} />
              </span>
              <div className="min-w-0">
                <p className="truncate">
                  <strong>{title}</strong>
                </p>
                <p className="dim">
                  {about}
                  {until &&
                    kind !== 'renew' &&
                    ` · ${until <= now ? 'overdue' : timeLeft(new Date(until), new Date(now))}`}
                </p>
              </div>
              <div className="qa">
                <ButtonLink size="sm" to={to} aria-label={`${action}: ${title}`}>
                  {action}
                </ButtonLink>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
