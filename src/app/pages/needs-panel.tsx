import { CreditCard, HandCoins, type LucideIcon, MessageSquare, PackageCheck, Timer, Truck } from 'lucide-react';
import { timeLeft } from '#kernel/time.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Panel } from '#ui/panel.tsx';
import type { Need } from './needs.rules.ts';
import type { Needs } from './needs.server.ts';

const icons: Record<Need['kind'], LucideIcon> = {
  send: Truck,
  pay: CreditCard,
  confirm: PackageCheck,
  answer: HandCoins,
  read: MessageSquare,
  renew: Timer,
};

/** Before anything else: what needs the member now, the most urgent first. */
export function NeedsPanel({ needs: { items, all }, now }: { needs: Needs; now: string }) {
  const more = all - items.length;
  return (
    <Panel
      id="needs"
      className="mb-4"
      title="What needs you now"
      note={more > 0 ? `${all.toLocaleString('en')} in all, the most urgent first` : undefined}
    >
      {items.length === 0 ? (
        <p className="dim">Nothing at the moment: no order to send, no offer to answer, no message unread.</p>
      ) : (
        <ul className="queue">
          {items.map(({ kind, id, title, about, to, action, until }) => (
            <li key={`${kind} ${id}`} className="qi">
              <span className={kind === 'send' || kind === 'pay' ? 'qic w' : 'qic a'}>
                <Icon of={icons[kind]} />
              </span>
              <div className="min-w-0">
                <p className="truncate">
                  <strong>{title}</strong>
                </p>
                <p className="dim">
                  {about}
                  {until && kind !== 'renew' && ` · ${timeLeft(new Date(until), new Date(now))}`}
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
