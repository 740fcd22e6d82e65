import { Check, Info, X } from 'lucide-react';
import { Icon } from '#ui/icon.tsx';
import { RelativeTime } from '#ui/page/relative-time.tsx';
import type { Order } from '../../contract.ts';
import { historyLines, historyWords, moverWord, type Side, stepsAhead } from './order-words.ts';

const endings: readonly Order['status'][] = ['canceled', 'refunded', 'disputed'];

/** The steps so far, with who did them and when; then the usual next steps, in grey. */
export function OrderWay({ order, side, now }: { order: Order; side: Side; now: string }) {
  return (
    <ol className="way">
      {historyLines(order.history).map(({ entry, title, note, hasMoved }) => {
        const isEnd = hasMoved && endings.includes(entry.status);
        return (
          <li key={`${entry.status} ${entry.at} ${title}`} className={isEnd ? 'off done' : 'done'}>
            <span className="way-dot">
              <Icon of={isEnd ? X : hasMoved ? Check : Info} size={14} />
            </span>
            <span className="what">{title}</span>
            <span className="when">
              <RelativeTime at={entry.at} now={now} ago />
            </span>
            <span className="who">
              {moverWord(entry.by, order, side)}
              {note && ` · ${note}`}
            </span>
          </li>
        );
      })}
      {stepsAhead(order.status).map((status) => (
        <li key={status} className="todo">
          <span className="way-dot" />
          <span className="what">{historyWords[status]}</span>
        </li>
      ))}
    </ol>
  );
}
