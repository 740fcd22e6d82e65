/** Shuffles items (Fisher-Yates). `random` returns an integer below its argument, each with equal probability. */
export function shuffled<T>(items: readonly T[], random: (below: number) => number): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random(left.length), 1));
}
