/**
 * The value of a table under a user-supplied key, or undefined: `constructor` and `toString` are properties of every
 * object, but not its own.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
