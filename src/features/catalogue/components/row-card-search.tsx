import { CardSearchForm } from './card-search-form.tsx';

export interface RowCardSearchProps {
  /** The row's number. */
  row: number;
  /** The parameters of the page that a search keeps. */
  hidden: Readonly<Record<string, string | number>>;
  /** What was searched for this row without script. */
  search: { q: string; cards: readonly unknown[] } | null;
  /** The row has a card or candidates: the search is closed at first. */
  isOptional: boolean;
  className: string;
  onChoose(cardId: string): void;
}

const noneFound = 'No matching cards. Check the spelling.';

/** Chooses any card for a row of a list that was read. */
export function RowCardSearch({ row, hidden, search, isOptional, className, onChoose }: RowCardSearchProps) {
  const form = (
    <CardSearchForm
      label={`Search cards for row ${row}`}
      buttonLabel={`Find card for row ${row}`}
      id={`row-${row}-search`}
      name="q"
      words={search?.q}
      hidden={{ ...hidden, row }}
      error={search?.cards.length === 0 ? noneFound : undefined}
      noneFound={noneFound}
      onChoose={({ id }) => {
        // The search goes away with the choice.
        document.getElementById(`row-${row}`)?.focus();
        onChoose(id);
      }}
    />
  );
  if (!isOptional) return <div className={className}>{form}</div>;
  return (
    <details className={className} open={search !== null}>
      <summary className="link">Choose another card</summary>
      {form}
    </details>
  );
}
