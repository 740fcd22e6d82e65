/**
 * How the market's process is started. A small young generation, because loading the libraries makes many short-lived
 * objects once and V8 would keep that memory for good. The old generation gets a limit that a leak reaches before
 * the machine suffers; from a smaller one V8 concludes that it must collect all of it after each growth of three
 * tenths, which stops everybody every second.
 */
export const nodeFlags = ['--max-semi-space-size=8', '--max-old-space-size=1024'];

/** The built server, from the project's folder: `src/main.ts`. */
export const program = 'build/server/index.js';

/**
 * For the C library's allocator where that is glibc; others ignore it. Without, what the database driver has freed
 * stays with the process for good, spread over an arena for each thread (measured under load: 291 MB resident without,
 * 219 MB with).
 */
export const nodeEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};
