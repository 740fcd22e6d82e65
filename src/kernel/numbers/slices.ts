/** The same in pieces of at most `size`, in order: what one statement can bind has an end. */
export function slicesOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
