import { lasting, minuteMs } from '#kernel/time.ts';

/**
 * Whoever holds a link to choose a password holds the account, so it is short: a mail arrives within a minute, or is
 * asked for again.
 */
export const resetLinkMs = 10 * minuteMs;
export const resetLinkLasts = lasting(resetLinkMs);
