import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** The merged results that are kept (LI-10). */
export const classCacheSize = 500;

const merge = extendTailwindMerge({ cacheSize: classCacheSize });

/** Joins class names; of two utilities that set the same property the later one stays. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
