/**
 * What a table holds under a text that someone else wrote, or undefined: `constructor` and `toString` are in every
 * object, but not its own.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
