/** How many of the last characters of an id are the order number. */
const length = 8;

/** The order number that people read and type: the end of the id, in capitals. */
export const orderNumber = (id: string): string => id.slice(-length).toUpperCase();

/** `orderNumber` of a typed text, also of a whole id and with `#` or “Order” before it; null for other text. */
export function readOrderNumber(typed: string): string | null {
  const id = typed
    .trim()
    .replace(/^(order\s+)?#?\s*/i, '')
    .toLowerCase()
    // Letters that no id has, typed for the digits that they look like.
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return /^([0-9a-hjkmnp-tv-z]{8}|[0-9a-hjkmnp-tv-z]{20})$/.test(id) ? orderNumber(id) : null;
}
