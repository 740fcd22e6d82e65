/**
 * How the market's process is started. A small young generation, because loading the libraries makes many short-lived objects once and V8 would keep the
 * room for them for good. The old generation gets a limit that a leak reaches before the machine suffers.
 */
export const nodeFlags = [
  '--max-semi-space-size=8',
  '--max-old-space-size=256',
  `--import=${new URL('../src/platform/db/light-drizzle.mjs', import.meta.url).href}`,
];
