/**
 * What the copies that a seller of a tier with a limit of listings has for sale may be worth together, by how many
 * different buyers have received their orders. Values are in cents of US dollars, other currencies by the reference
 * rates of the search.
 */
export interface NewSellerStep {
  /** It holds below so many buyers. */
  below: number;
  value: number;
}

export const newSellerSteps: readonly NewSellerStep[] = [
  { below: 3, value: 50_000 },
  { below: 10, value: 250_000 },
  { below: 25, value: 1_000_000 },
];

/** The step of a seller to so many buyers; null once none holds any more. */
export function stepOf(buyers: number): NewSellerStep | null {
  return newSellerSteps.find(({ below }) => buyers < below) ?? null;
}
