import { type BlockFigures, defaultBlock } from '../sales-block/sales-block.rules.ts';

/** The figures of payouts, as published. */
export interface PayoutFigures extends BlockFigures {
  /** Days from the delivery to the release, for sellers with fewer delivered orders than `under`; by `under`. */
  holds: { under: number; days: number }[];
  /** Sellers with more orders are paid when the buyer confirms, while these shares of their orders are smaller. */
  disputesUnderPercent: number;
  lossesUnderPercent: number;
  /** Smallest sum that is sent at once, in minor units; smaller ones after `smallAfterDays`, or on request. */
  minimum: number;
  smallAfterDays: number;
  /** Days from the payment to the email about money that is still held, and to the decision by an admin. */
  tellAfterDays: number;
  decideAfterDays: number;
  /** A seller who owes more than this in one currency, in minor units, or for longer, can't add listings. */
  debtOver: number;
  debtAfterDays: number;
  /** Days from which on an admin may write off a debt. */
  writeOffAfterDays: number;
}

export const defaultFigures: PayoutFigures = {
  holds: [
    { under: 3, days: 7 },
    { under: 10, days: 5 },
    { under: 25, days: 3 },
  ],
  disputesUnderPercent: 1,
  lossesUnderPercent: 2,
  minimum: 2_500,
  smallAfterDays: 30,
  tellAfterDays: 60,
  decideAfterDays: 80,
  debtOver: 5_000,
  debtAfterDays: 60,
  writeOffAfterDays: 180,
  ...defaultBlock,
};
