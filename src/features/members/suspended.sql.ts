/**
 * The SQL condition that the member in this column is suspended: their public content is hidden from others until an
 * admin restores them. Deleted members are not suspended: their records have their own states. `column` is a column of
 * the statement, with its table (`want.owner_id`); never user input.
 */
export const isSuspendedSql = (column: string): string =>
  `exists (select from auth_user u join profile p on p.user_id = u.id where u.id = ${column} and u.suspended_at is not null and p.deleted_at is null)`;
