import { type FormEvent, type RefObject, useState } from 'react';
import { Form } from 'react-router';
import { rarityName } from '#features/catalogue/widgets.tsx';
import { conditionNames, conditions, finishName, languageNames, languages } from '#features/catalogue/words.ts';
import { decimalOf } from '#kernel/numbers/money.ts';
import { Button } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import type { ImportedRow } from '../contract.ts';
import type { RowAnswer } from './import-words.ts';
import { hasChange } from './unsaved-rows.ts';

const labels = {
  catalogueCardId: (n: number) => `Card for row ${n}`,
  quantity: (n: number) => `Quantity for row ${n}`,
  condition: (n: number) => `Condition for row ${n}`,
  finish: (n: number) => `Finish for row ${n}`,
  language: (n: number) => `Language for row ${n}`,
  price: (n: number) => `Price for row ${n}`,
} as const;

interface RowFormProps {
  row: ImportedRow;
  answer: RowAnswer | undefined;
  form: RefObject<HTMLFormElement | null>;
}

/** The values of a row. With script the button that saves them is shown after a change only. */
export function RowForm({ row, answer, form }: RowFormProps) {
  const [isChanged, setChanged] = useState(answer !== undefined);
  const { card, candidates, price, finish, status, leftOut } = row;
  const isTaken = status === 'sure' && !leftOut;
  const typed = answer?.values ?? {};
  const at = (name: keyof typeof labels) => ({
    mark: false,
    quiet: true,
    name,
    label: labels[name](row.row),
    id: `row-${row.row}-${name}`,
    error: answer?.errors[name],
    autoComplete: 'off',
  });
  const onChange = ({ currentTarget }: FormEvent<HTMLFormElement>) => setChanged(hasChange(currentTarget));
  return (
    <Form
      ref={form}
      method="post"
      className="row-form"
      data-changed={isChanged || !isTaken || undefined}
      preventScrollReset
      noValidate
      onChange={onChange}
      onSubmit={() => document.getElementById(`row-${row.row}`)?.focus()}
    >
      <input type="hidden" name="intent" value="row" />
      <input type="hidden" name="row" value={row.row} />
      <input type="hidden" name="currency" value={price?.currency ?? 'USD'} />
      {candidates.length > 0 && (
        <Select {...at('catalogueCardId')} fieldClass="wide" defaultValue={card?.id ?? candidates[0]?.id}>
          {candidates.map(({ id, name, setName, number, rarity }) => (
            <option key={id} value={id}>
              {[name, setName, number, rarity && rarityName(rarity)].filter(Boolean).join(' · ')}
            </option>
          ))}
        </Select>
      )}
      <TextInput
        {...at('quantity')}
        before="×"
        inputMode="numeric"
        defaultValue={typed.quantity ?? String(row.quantity)}
      />
      <TextInput
        {...at('price')}
        before={price?.currency ?? 'USD'}
        placeholder="34.50"
        inputMode="decimal"
        defaultValue={typed.price ?? (price ? decimalOf(price.amount) : '')}
      />
      <Select {...at('condition')} defaultValue={row.condition ?? ''}>
        {row.condition === null && <option value="">Choose a condition</option>}
        {conditions.map((condition) => (
          <option key={condition} value={condition}>
            {conditionNames[condition]}
          </option>
        ))}
      </Select>
      {card && card.finishes.length > 1 && (
        <Select {...at('finish')} defaultValue={finish ?? ''}>
          {finish === null && <option value="">Choose a finish</option>}
          {card.finishes.map((name) => (
            <option key={name} value={name}>
              {finishName(name)}
            </option>
          ))}
        </Select>
      )}
      <Select {...at('language')} defaultValue={row.unread.includes('language') ? '' : row.language}>
        {row.unread.includes('language') && <option value="">Choose a language</option>}
        {languages.map((language) => (
          <option key={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </Select>
      <Button type="submit" size="sm" className="row-save">
        {isTaken ? 'Save' : 'Include row'}
      </Button>
      {isTaken && (
        <Button type="submit" size="sm" kind="ghost" name="leaveOut" value="1">
          Skip row
        </Button>
      )}
    </Form>
  );
}
