/** Creates one value for each key object, on first use. The value is released with its key. */
export function weakMemo<Key extends object, Value, Rest extends unknown[] = []>(
  make: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const values = new WeakMap<Key, { value: Value }>();
  return (key, ...rest) => {
    let held = values.get(key);
    if (!held) {
      held = { value: make(key, ...rest) };
      values.set(key, held);
    }
    return held.value;
  };
}
