/**
 * Batches reads by key: requests of the same tick share one statement, since most of the cost of reading a row is the
 * statement. A request after the statement was sent belongs to the next one, which sees the newest changes.
 */
export function batched<Key, Row>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>> {
  let next: { keys: Set<Key>; rows: Promise<ReadonlyMap<Key, Row>> } | null = null;
  const open = () => {
    const keys = new Set<Key>();
    // After the requests that have arrived by now.
    const sent = new Promise((resolve) => setImmediate(resolve));
    const rows = sent.then(() => {
      next = null;
      return read([...keys]);
    });
    return { keys, rows };
  };
  return (keys) => {
    next ??= open();
    for (const key of keys) next.keys.add(key);
    return next.rows;
  };
}
