import { type KeyboardEvent, useRef, useState } from 'react';

/** The rows from one to another, in either direction; only the second where the first is not on the page. */
export function rowsBetween(ids: readonly string[], from: string, to: string): readonly string[] {
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b) as [number, number];
  return start < 0 ? [to] : ids.slice(start, end + 1);
}

/**
 * The selected rows of a table: by their checkboxes, with Shift from the row before, and by keys in the table body
 * (arrows move, Shift and an arrow extends, Space selects the row that has the focus).
 */
export function useSelection(ids: readonly string[], initial: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(initial));
  const last = useRef<string | null>(null);
  const tick = (changed: readonly string[], isTicked: boolean) =>
    setTicked(
      (before) => new Set(isTicked ? [...before, ...changed] : [...before].filter((id) => !changed.includes(id))),
    );
  const select = (id: string, isTicked: boolean, isRange: boolean) => {
    tick(isRange && last.current !== null ? rowsBetween(ids, last.current, id) : [id], isTicked);
    last.current = id;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const { target, currentTarget, key, shiftKey } = event;
    if (!(target instanceof Element) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
      return;
    // These have keys of their own.
    if (target.matches('input:not([type="checkbox"])') || target.closest('button, [role="menu"]')) return;
    const rows = [...currentTarget.rows];
    const at = rows.findIndex((row) => row.contains(target));
    const id = ids[at];
    if (id === undefined) return;
    if (key === ' ' && (shiftKey || !target.matches('input'))) {
      event.preventDefault();
      select(id, !ticked.has(id), shiftKey);
    }
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    const next = at + (key === 'ArrowDown' ? 1 : -1);
    const to = ids[next];
    if (to === undefined) return;
    rows[next]?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.focus();
    if (shiftKey) tick([id, to], true);
    last.current = to;
  };
  return { ticked, tick, select, onKeyDown };
}
