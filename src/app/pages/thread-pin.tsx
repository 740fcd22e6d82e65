import { Link } from 'react-router';
import type { TileFacts } from '#features/listings/widgets.tsx';
import type { Thread } from '#features/messages/contract.ts';
import type { TalkOrder } from '#features/orders/index.server.ts';
import { formatMoney, type Money } from '#kernel/numbers/money.ts';
import type { SubjectView } from '#platform/thread-subject.ts';
import { CardBack } from '#ui/card/card-back.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';

interface ThreadPinProps {
  kind: Thread['subject']['kind'];
  subject: SubjectView | null;
  /** The listing that they talk about. */
  copy: TileFacts | undefined;
  /** Their order of it. */
  order: TalkOrder | null;
  /** The price that they agreed on, by an order or an accepted offer. */
  agreed: Money | null;
}

/** Above a conversation: what it is about, its order, and its price. */
export function ThreadPin({ kind, subject, copy, order, agreed }: ThreadPinProps) {
  if (!subject && !order) return null;
  const price = agreed ?? copy?.price;
  const note = agreed ? 'Agreed price' : copy?.gone;
  return (
    <div className="thr-pin">
      {copy && (copy.photo ? <PhotoImg photo={copy.photo} sizes="32px" alt="" /> : <CardBack />)}
      <div>
        <p>
          <span className="dim">{subject ? subjectWords[kind] : 'Order'}</span>{' '}
          <Link to={subject?.to ?? `/orders/${order?.id}`}>{subject?.title ?? order?.title}</Link>
        </p>
        {order && (
          <p>
            <Link to={`/orders/${order.id}`}>Order {order.number}</Link> <span className="dim">{order.status}</span>
          </p>
        )}
      </div>
      {price && (
        <p className="thr-price">
          <b>{formatMoney(price)}</b>
          {note && <span className="dim">{note}</span>}
        </p>
      )}
    </div>
  );
}

const subjectWords: Record<Thread['subject']['kind'], string> = {
  listing: 'About',
  order: 'About',
  wanted: 'Wanted',
  member: '',
};
