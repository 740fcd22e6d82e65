/** Splits an array into chunks of at most `size`, in order: a statement has a maximum number of parameters. */
export function slicesOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
