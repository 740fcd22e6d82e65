/**
 * The same things in an order that tells nothing; `draw` answers a whole number under the one that it is given, each as
 * likely.
 */
export function shuffled<T>(items: readonly T[], draw: (below: number) => number): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(draw(left.length), 1));
}
