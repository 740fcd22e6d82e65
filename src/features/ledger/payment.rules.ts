/** What the books hold of an order's payment, in minor units, each 0 or above. */
export interface OrderBooks {
  /** With the market, not released. */
  held: number;
  /** The seller's, not sent. */
  owed: number;
  fee: number;
  /** What the seller owes for this order. */
  debt: number;
  /** What the market has borne. */
  loss: number;
  /** Of the payment, after refunds and chargebacks. */
  left: number;
  isReleased: boolean;
}

type Rows = Record<'order' | 'seller' | 'fee' | 'debt' | 'loss', number>;

/**
 * The rows of a payment's money that came in for an order (above 0) or went out (below 0). `fee` is the order's whole
 * fee: the market keeps it, at most what is left of the payment. `covered`: what the market bears of money that went
 * out, so that the seller keeps it.
 */
export function rowsOfPayment(books: OrderBooks, amount: number, fee: number, covered = 0): Rows {
  return amount < 0 ? rowsOut(books, -amount, fee, covered) : rowsIn(books, amount, fee);
}

/**
 * Money to the buyer or their bank: what is held, then the fee that is too much now, then what the seller was not sent.
 * The rest the seller owes. What the market covers, and more than was left of the payment, is the market's loss.
 */
function rowsOut(books: OrderBooks, amount: number, fee: number, covered: number): Rows {
  const own = Math.min(Math.max(0, amount - covered), books.left);
  const fromHeld = Math.min(own, books.held);
  const rest = own - fromHeld;
  const feeBack = Math.min(rest, Math.max(0, books.fee - Math.min(fee, books.left - own)));
  const fromSeller = Math.min(rest - feeBack, books.owed);
  return { order: fromHeld, fee: feeBack, seller: fromSeller, debt: rest - feeBack - fromSeller, loss: amount - own };
}

/**
 * A payment, or money that came back: it covers the market's loss first. Of a released order the market keeps its fee,
 * and the seller's part pays the debt before it is owed again.
 */
function rowsIn(books: OrderBooks, amount: number, fee: number): Rows {
  const covered = Math.min(amount, books.loss);
  const own = amount - covered;
  if (!books.isReleased) return { order: -own, fee: 0, seller: 0, debt: 0, loss: -covered || 0 };
  const { added, sellers } = splitRelease({ ...books, left: books.left + own }, own, fee);
  const paid = Math.min(sellers, books.debt);
  return { order: 0, fee: -added || 0, seller: paid - sellers, debt: -paid || 0, loss: -covered || 0 };
}

/** Splits released money between the fee, as far as it is not taken yet, and the seller. */
export function splitRelease(
  { fee: taken, left }: Pick<OrderBooks, 'fee' | 'left'>,
  amount: number,
  fee: number,
): { added: number; sellers: number } {
  const added = Math.min(amount, Math.max(0, Math.min(fee, left) - taken));
  return { added, sellers: amount - added };
}
