/**
 * Splits an amount over parts by their weights, so that the parts sum to it exactly: each is rounded down, and the units
 * that are left go to the largest remainders, the first of equal ones. No part exceeds its share by a whole unit.
 */
export function splitByRemainder(amount: number, weights: readonly number[]): number[] {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`cannot split ${amount}`);
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0))
    throw new RangeError(`weights are whole numbers from 0, got ${weights.join(', ')}`);
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) {
    if (amount === 0) return weights.map(() => 0);
    throw new RangeError(`no part takes ${amount}`);
  }
  // The product of two safe integers does not fit into a number.
  const products = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const parts = products.map((product) => Number(product / total));
  const left = amount - parts.reduce((sum, part) => sum + part, 0);
  const order = products
    .map((product, index) => ({ index, remainder: product % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of order.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
