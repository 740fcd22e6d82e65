/**
 * The SQL condition that the member in this column is suspended: nothing that they made public is shown to anybody else
 * until an operator lets them in again. Who has left is shut out too but not suspended: what is kept of them has states
 * of its own. `column` is a column of the statement, with its table (`want.owner_id`); never anything that a person
 * typed.
 */
export const isSuspendedSql = (column: string): string =>
  `exists (select from auth_user u join profile p on p.user_id = u.id where u.id = ${column} and u.suspended_at is not null and p.deleted_at is null)`;
