import { type ReactNode, useState } from 'react';

/** What a key comes upon. `current` is −1 where the field itself is, or where there is no row. */
export interface ComboState {
  places: number;
  current: number;
  isShown: boolean;
  /**
   * The words in the field count as they are: no row is current until an arrow key makes it so, and Enter without one
   * is the form's.
   */
  isFree: boolean;
}

interface ComboKey {
  key: string;
  /** An input method is still being answered: its keys are its own. */
  isComposing: boolean;
}

/**
 * The effect of a key: whether to prevent the browser's default action, the new current row, the chosen row. Null: a
 * key without effect here.
 */
export interface ComboMove {
  isOurs: boolean;
  isOpen: boolean;
  active?: number;
  chosen?: number;
}

export function comboMove(
  { key, isComposing }: ComboKey,
  { places, current, isShown, isFree }: ComboState,
): ComboMove | null {
  if (isComposing) return null;
  // The field's text stays; only the list closes.
  if (key === 'Escape') return isShown ? { isOurs: true, isOpen: false } : null;
  if (key === 'Enter') {
    const isChosen = isShown && current >= 0;
    // A form is not sent by the key that chooses a row.
    return {
      isOurs: isChosen || !isFree,
      isOpen: isShown && !isChosen && !isFree,
      ...(isChosen ? { chosen: current } : {}),
    };
  }
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (by === undefined || places === 0) return null;
  // One place before the first is the field itself, where its words count.
  const before = isFree ? 1 : 0;
  const ring = places + before;
  return { isOurs: true, isOpen: true, active: ((current + before + by + ring) % ring) - before };
}

export interface ComboboxParts {
  /** Of the list; its rows are named by it. */
  id: string;
  /** The caller's state: it may search only while the list is open. */
  open: [isOpen: boolean, set: (isOpen: boolean) => void];
  places: number;
  isFree: boolean;
  /** Whether there is anything to show while it is open. */
  isWorth: boolean;
  onChoose(at: number): void;
}

/**
 * Keys, positions and ARIA names of a combobox (ARIA 1.2): the field retains the focus and names the current row of the
 * list.
 */
export function useCombobox({ id, open: [isOpen, setOpen], places, isFree, isWorth, onChoose }: ComboboxParts) {
  const first = isFree ? -1 : 0;
  const [active, setActive] = useState(first);
  const isShown = isOpen && isWorth;
  const current = Math.min(active, places - 1);

  const onKey = (event: KeyboardEvent) => {
    const move = comboMove(event, { places, current, isShown, isFree });
    if (!move) return;
    if (move.isOurs) event.preventDefault();
    setOpen(move.isOpen);
    if (move.active !== undefined) {
      setActive(move.active);
      document.getElementById(`${id}-${move.active}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (move.chosen !== undefined) onChoose(move.chosen);
  };
  return {
    isShown,
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** Other words are in the field: other rows follow. */
    begin() {
      setActive(first);
      setOpen(true);
    },
    onKey,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-expanded': isShown,
      'aria-activedescendant': isShown && current >= 0 ? `${id}-${current}` : undefined,
    } as const,
    list: {
      id,
      current,
      isShown,
      onPoint: setActive,
      onChoose(at: number) {
        setOpen(false);
        onChoose(at);
      },
    },
  };
}

export interface ComboListProps<Row> {
  list: ReturnType<typeof useCombobox>['list'];
  label: string;
  rows: readonly Row[];
  keyOf(row: Row): string;
  children(row: Row): ReactNode;
}

/** The list of a combobox: the keys belong to its field. */
export function ComboList<Row>({
  list: { id, current, isShown, onPoint, onChoose },
  label,
  rows,
  keyOf,
  children,
}: ComboListProps<Row>) {
  return (
    <div id={id} className="combo-list" role="listbox" aria-label={label} hidden={!isShown}>
      {rows.map((row, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={keyOf(row)}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === current}
          className="combo-opt"
          // The press must not take the focus from the field before it counts.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onPoint(at)}
          onClick={() => onChoose(at)}
        >
          {children(row)}
        </div>
      ))}
    </div>
  );
}
