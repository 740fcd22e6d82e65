import type { RefObject } from 'react';
import { useSubmit } from 'react-router';
import { RowCardSearch } from '#features/catalogue/widgets.tsx';
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
  return (
    <RowCardSearch
      row={row}
      hidden={hidden}
      search={search}
      isOptional={candidates.length > 0 || card !== null}
      className="mt-2"
      onChoose={(cardId) => {
        if (!form.current) return;
        const values = new FormData(form.current);
        values.set('catalogueCardId', cardId);
        // The finish of the card that was matched before may not exist in this printing.
        values.delete('finish');
        submit(values, { method: 'post', preventScrollReset: true });
      }}
    />
  );
}
