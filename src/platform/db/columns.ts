import { bigint, timestamp } from 'drizzle-orm/pg-core';

/**
 * A moment, with its zone, read as a `Date`. No moment fills itself: the market's clock says it when the row is
 * written.
 */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = () => time('created_at').notNull();
export const updatedAt = () => time('updated_at').notNull();

/** A whole number that may be larger than four bytes hold: minor units, bytes, versions. */
export const whole = (name: string) => bigint(name, { mode: 'number' });
