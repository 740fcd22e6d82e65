import { formatMoney, type Money } from '#kernel/numbers/money.ts';

/** A shipping price; before the country is known, the one that it starts from. */
export function shippingAmount(amount: Money, hasCountry: boolean): string {
  if (amount.amount === 0) return 'Free';
  return hasCountry ? formatMoney(amount) : `From ${formatMoney(amount)}`;
}

/** A total; before the country is known, the one that it starts from. */
export function totalAmount({ shipping, total }: { shipping: Money; total: Money }, hasCountry: boolean): string {
  return hasCountry || shipping.amount === 0 ? formatMoney(total) : `From ${formatMoney(total)}`;
}
