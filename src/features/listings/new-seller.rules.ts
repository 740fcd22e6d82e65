/** What a seller may have for sale at a time, by how many of their orders were delivered. Values are in cents of US dollars, other currencies by the reference rates of the search. */
export interface NewSellerStep {
  /** It holds below so many delivered orders. */
  below: number;
  listings: number;
  value: number;
}

export const newSellerSteps: readonly NewSellerStep[] = [
  { below: 3, listings: 25, value: 50_000 },
  { below: 10, listings: 100, value: 250_000 },
  { below: 25, listings: 500, value: 1_000_000 },
];

/** The step of a seller with so many delivered orders; null once none holds any more. */
export function stepOf(delivered: number): NewSellerStep | null {
  return newSellerSteps.find(({ below }) => delivered < below) ?? null;
}

/** What stands for sale: how many listings, and what their free copies are worth. */
export interface OpenStock {
  listings: number;
  value: number;
}

/** Which of the two is passed by what stands for sale; null where none is. */
export function passedLimit({ listings, value }: NewSellerStep, open: OpenStock): 'listings' | 'value' | null {
  if (open.listings > listings) return 'listings';
  return open.value > value ? 'value' : null;
}
