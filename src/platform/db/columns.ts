import { bigint, timestamp } from 'drizzle-orm/pg-core';

/**
 * A timestamp with time zone, read as a `Date`. No column has a default: the app's clock sets it when the row is
 * written.
 */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = () => time('created_at').notNull();
export const updatedAt = () => time('updated_at').notNull();

/** An integer that may exceed four bytes: minor units, bytes, versions. */
export const whole = (name: string) => bigint(name, { mode: 'number' });
