import { lasting, minuteMs } from '#kernel/time.ts';

/**
 * A link to choose a password gives access to the account, so it is short-lived: an email arrives within a minute, or
 * is requested again.
 */
export const resetLinkMs = 10 * minuteMs;
export const resetLinkLasts = lasting(resetLinkMs);
