/**
 * Reads by key what several requests ask for at the same moment in one statement: most of what a look at one row costs
 * is the statement, not the row. Whoever asks once it has been sent belongs to the next one, which sees what they have
 * just changed.
 */
export function batched<Key, Row>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>> {
  let next: { keys: Set<Key>; rows: Promise<ReadonlyMap<Key, Row>> } | null = null;
  const open = () => {
    const keys = new Set<Key>();
    // After the requests that have come in by now.
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
