const key = Symbol.for('sleeved.shared');

/**
 * Something that a process should have once, such as an index in memory or a buffer of counts. While developing, the server and the pages each have their
 * own copy of every module (as built they share it), so it can't be a variable of one: it hangs on `owner` (a part of the platform) by a name, and goes when the owner goes.
 */
export function shared<T>(owner: object, name: string, make: () => T): T {
  const holder = globalThis as { [key]?: WeakMap<object, Map<string, unknown>> };
  holder[key] ??= new WeakMap();
  let things = holder[key].get(owner);
  if (!things) {
    things = new Map();
    holder[key].set(owner, things);
  }
  if (!things.has(name)) things.set(name, make());
  return things.get(name) as T;
}
