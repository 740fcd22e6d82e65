import { MessageButton } from '#features/messages/widgets.tsx';
import { deletedName } from '#kernel/specified-texts.ts';
import { ButtonLink, buttonClass } from '#ui/button.tsx';
import type { Order } from '../../contract.ts';
import { titleOf } from '../../model/order.rules.ts';
import type { Side } from './order-words.ts';

interface MessageOtherProps {
  order: Order;
  side: Side;
  /** Their conversation about the order; null while there is none. */
  threadId: string | null;
  kind?: 'primary';
  size?: 'xl';
}

/** Leads to the conversation of the two about their order, or begins it. */
export function MessageOther({ order, side, threadId, kind, size }: MessageOtherProps) {
  const [viewerId, other] = side === 'buyer' ? [order.buyerId, order.seller] : [order.sellerId, order.buyer];
  if (other.username === deletedName) return null;
  const look = { kind, size: size ?? ('sm' as const), full: size === 'xl' };
  const words = `Message ${other.username}`;
  if (threadId !== null)
    return (
      <ButtonLink {...look} to={`/messages/${threadId}`}>
        {words}
      </ButtonLink>
    );
  return (
    <MessageButton
      {...look}
      words={words}
      recipient={other}
      listing={null}
      order={{ id: order.id, title: titleOf(order.items) }}
      viewerId={viewerId}
    />
  );
}

/** The receipt of a paid purchase as a file. */
export function ReceiptLink({ purchaseId }: { purchaseId: string }) {
  return (
    <a className={buttonClass({ size: 'sm' })} href={`/api/purchases/${purchaseId}/receipt.pdf`}>
      Download receipt
    </a>
  );
}

/** Beside the title. While a problem is open, messaging is the first action below instead. */
export function OrderTools({ canPrint, ...about }: MessageOtherProps & { canPrint: boolean }) {
  return (
    <div className="ord-tools">
      {about.order.decision === null && <MessageOther {...about} />}
      {about.side === 'buyer' && about.order.paidAt !== null && about.order.purchaseId && (
        <ReceiptLink purchaseId={about.order.purchaseId} />
      )}
      {canPrint && (
        <a
          className={buttonClass({ size: 'sm' })}
          href={`/api/orders/papers?kind=packing-slips&order=${about.order.id}`}
        >
          Print packing slip
        </a>
      )}
    </div>
  );
}
