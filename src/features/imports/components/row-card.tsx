import type { RefObject } from 'react';
import { useSubmit } from 'react-router';
import { CardSearchForm } from '#features/catalogue/widgets.tsx';
import type { ImportedRow } from '../contract.ts';

/** The words that were searched for a row without script, and their cards. */
export interface RowSearch {
  row: number;
  q: string;
  cards: ImportedRow['candidates'];
}

interface RowCardProps {
  row: ImportedRow;
  hidden: Readonly<Record<string, string | number>>;
  search: RowSearch | null;
  /** The form with the row's other values, which are stored with the card. */
  form: RefObject<HTMLFormElement | null>;
}

/** Chooses any card for a row that was not matched. */
export function RowCard({ row: { row, card, candidates }, hidden, search, form }: RowCardProps) {
  const submit = useSubmit();
  const picker = (
    <CardSearchForm
      label={`Search cards for row ${row}`}
      buttonLabel={`Find card for row ${row}`}
      id={`row-${row}-search`}
      name="q"
      words={search?.q}
      hidden={{ ...hidden, row }}
      error={search?.cards.length === 0 ? 'No matching cards. Check the spelling.' : undefined}
      noneFound="No matching cards. Check the spelling."
      onChoose={(card) => {
        if (!form.current) return;
        const values = new FormData(form.current);
        values.set('catalogueCardId', card.id);
        // The finish of the card that was matched before may not exist in this printing.
        values.delete('finish');
        document.getElementById(`row-${row}`)?.focus();
        submit(values, { method: 'post', preventScrollReset: true });
      }}
    />
  );
  if (candidates.length === 0 && !card) return <div className="mt-2">{picker}</div>;
  return (
    <details className="mt-2" open={search !== null}>
      <summary className="link">Choose another card</summary>
      {picker}
    </details>
  );
}
