import { type FormEvent, useEffect, useRef, useState } from 'react';
import { conditionNames, conditions, copyFlagNames, copyFlags } from '#features/catalogue/words.ts';

import { fileGames, gameNames } from '#kernel/cards/games.ts';
import { currencies } from '#kernel/numbers/money.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/form/field.tsx';
import { Note } from '#ui/page/panel.tsx';

/** The details of a refused file, from which its seller can name the columns. */
export interface UnknownColumns {
  header: string[];
  sample: string[][];
  suggested: Record<string, number>;
}

const fields = [
  ['name', 'Card name', true],
  ['quantity', 'Quantity', true],
  ['condition', 'Condition', false],
  ['setName', 'Set', false],
  ['setCode', 'Set code', false],
  ['number', 'Collector number', false],
  ['finish', 'Finish', false],
  ['language', 'Language', false],
  ['edition', '1st Edition', false],
  ...copyFlags.map((flag) => [flag, copyFlagNames[flag], false] as const),
  ['playset', 'Playset (price for 4 cards)', false],
  ['price', 'Price', false],
  ['rarity', 'Rarity', false],
  ['grader', 'Grading company', false],
  ['grade', 'Grade', false],
  ['certificate', 'Certificate', false],
  ['description', 'Description', false],
  ['sku', 'SKU (private)', false],
  ['place', 'Storage location (private)', false],
  ['privateNote', 'Private note', false],
  ['cost', 'Cost per card (private)', false],
] as const;

interface ColumnFormProps {
  file: UnknownColumns;
  /** The games of the card database: rows of other games find no card. */
  games: readonly string[];
  onSaved: () => void;
}

/** Asks which column holds what, with the first rows as an example; `onSaved` reads the file again. */
export function ColumnForm({ file, games, onSaved }: ColumnFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // It is below the form that was sent, so focus moves to it for screen readers and small screens.
  useEffect(() => heading.current?.focus(), []);
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const columns = Object.fromEntries(
      fields.flatMap(([field]) => (form.get(field) ? [[field, Number(form.get(field))]] : [])),
    );
    const answer = await fetch('/api/listings/import/columns', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        header: file.header,
        columns,
        game: form.get('game') || null,
        currency: form.get('currency'),
        condition: form.get('usualCondition') || null,
      }),
    }).catch(() => null);
    if (answer?.ok) return onSaved();
    const body = (await answer?.json().catch(() => null)) as { message?: string } | null;
    setProblem(body?.message ?? 'Couldn’t save the columns. Check your connection and try again.');
  }
  const choices = file.header.map((name, n) => {
    const example = file.sample.map((row) => row[n]).find((cell) => cell);
    return { place: n, label: `${name || `Column ${n + 1}`}${example ? ` (${example})` : ''}` };
  });
  return (
    <form onSubmit={(event) => void save(event)} className="mt-6" aria-label="Columns of your file">
      <h3 ref={heading} tabIndex={-1}>
        Map columns
      </h3>
      <p className="dim mb-4">We’ll remember this for files with the same columns.</p>
      {problem && (
        <Note tone="warning" role="alert" className="mb-4">
          {problem}
        </Note>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.map(([field, label, isNeeded]) => (
          <div key={field}>
            <Select
              label={label}
              name={field}
              required={isNeeded}
              mark={isNeeded}
              defaultValue={file.suggested[field] ?? ''}
            >
              <option value="">{isNeeded ? 'Choose a column' : 'Not in the file'}</option>
              {choices.map(({ place, label: words }) => (
                <option key={place} value={place}>
                  {words}
                </option>
              ))}
            </Select>
          </div>
        ))}
        <div>
          <Select label="Game" name="game" mark={false}>
            <option value="">Detect from set</option>
            {fileGames.map((game) => (
              <option key={game} value={game} disabled={!games.includes(game)}>
                {games.includes(game) ? gameNames[game] : `${gameNames[game]} (not in our card database)`}
              </option>
            ))}
          </Select>
        </div>
        <div>
          <Select label="Condition for rows without one" name="usualCondition" mark={false}>
            <option value="">Choose later</option>
            {conditions.map((condition) => (
              <option key={condition} value={condition}>
                {conditionNames[condition]}
              </option>
            ))}
          </Select>
        </div>
        <div>
          <Select label="Currency" name="currency" mark={false}>
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </div>
      </div>
      <Button type="submit" kind="primary" className="mt-4">
        Save columns and preview
      </Button>
    </form>
  );
}
