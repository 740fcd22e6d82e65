/** Upper edges of the price distribution, in the reference currency's minor units; the last part is open. */
export const priceEdges = [100, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000] as const;

/** Which part of the price distribution a price is in. */
export function partOf(price: number): number {
  let part = 0;
  while (part < priceEdges.length && price >= (priceEdges[part] as number)) part++;
  return part;
}
