/**
 * The purchase that an object at Stripe is for, by its metadata; null where it is for none. Payments of earlier releases
 * name the order, whose purchase has the same id.
 */
export function purchaseIn(metadata: Readonly<Record<string, unknown>> | null | undefined): string | null {
  const id = metadata?.purchaseId ?? metadata?.orderId;
  return typeof id === 'string' ? id : null;
}
