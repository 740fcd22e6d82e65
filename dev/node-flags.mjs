/**
 * How the market's process is started. A small young generation: loading the libraries makes 160 MB of short-lived objects once, and V8 would keep the
 * room for them for good (measured: 396 MB resident without, 239 MB with). The old generation gets a limit that a leak reaches before the machine suffers.
 */
export const nodeFlags = ['--max-semi-space-size=8', '--max-old-space-size=256'];
