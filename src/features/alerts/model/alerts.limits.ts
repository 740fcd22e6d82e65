import { dayMs, hourMs, minuteMs } from '#kernel/time.ts';
import { defineLimits } from '#platform/limits/limits.ts';
import { defineQuotas } from '#platform/limits/quotas.ts';
import { alertRefusals } from '../contract.ts';

/** Minimum between two emails to a member; updates in between share the next. */
export const mailAgainMs = 10 * minuteMs;

/**
 * How long before a favourite's end its watchers are notified, or a quarter of the remaining time where that is less.
 */
export const endingMs = 12 * hourMs;

/** Sent alerts are stored for this time, so that they are not sent twice; an older listing was renewed many times. */
export const sentAlertsMs = 180 * dayMs;

export const alertsLimits = defineLimits('alerts', {
  saved: {
    counts: 'searches saved',
    per: 'member',
    points: 300,
    windowMs: dayMs,
    sentence: 'You can save 300 searches a day. Try again {when}.',
    guards: 'load',
  },
  followed: {
    counts: 'sellers followed',
    per: 'member',
    points: 600,
    windowMs: dayMs,
    sentence: 'You can follow 600 sellers a day. Try again {when}.',
    guards: 'load',
  },
});

export const alertsQuotas = defineQuotas('alerts', {
  followedAtOnce: {
    counts: 'followed sellers',
    per: 'member',
    most: 500,
    unit: '',
    freed: 'unfollowing one',
    status: 409,
    code: alertRefusals.tooManyFollowed,
    sentence: 'You’ve reached the limit of 500 followed sellers. Unfollow one to follow another.',
  },
});
