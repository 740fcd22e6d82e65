import { Check, X } from 'lucide-react';
import { Icon } from '#ui/icon.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import type { Order } from '../contract.ts';
import { historyWords, moverWord, type Side, usualWay } from './order-words.ts';

const endings: readonly Order['status'][] = ['canceled', 'refunded', 'disputed'];

/** What has happened, by whom and when; then what usually follows, in grey. */
export function OrderWay({ order, side, now }: { order: Order; side: Side; now: string }) {
  const at = usualWay.indexOf(order.status);
  const ahead = at < 0 ? [] : usualWay.slice(at + 1);
  return (
    <ol className="way">
      {order.history.map((entry) => {
        const isEnd = endings.includes(entry.status);
        return (
          <li key={`${entry.status} ${entry.at}`} className={isEnd ? 'off done' : 'done'}>
            <span className="way-dot">
              <Icon of={isEnd ? X : Check} size={14} />
            </span>
            <span className="what">{historyWords[entry.status]}</span>
            <span className="when">
              <RelativeTime at={entry.at} now={now} ago />
            </span>
            <span className="who">
              {moverWord(entry.by, order, side)}
              {entry.note && ` · ${entry.note}`}
            </span>
          </li>
        );
      })}
      {ahead.map((status) => (
        <li key={status} className="todo">
          <span className="way-dot" />
          <span className="what">{historyWords[status]}</span>
        </li>
      ))}
    </ol>
  );
}
