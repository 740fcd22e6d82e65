/**
 * The SQL condition that the member in this column is suspended: nothing that they made public is shown to anybody else until an operator lets them in again. `column` is
 * a column of the statement, with its table (`want.owner_id`); never anything that a person typed.
 */
export const isSuspendedSql = (column: string): string =>
  `exists (select from auth_user suspended where suspended.id = ${column} and suspended.suspended_at is not null)`;
