import { useState } from 'react';
import { finishes, finishName } from '#features/catalogue/words.ts';
import { gameName, languageName, languages, listingGames } from '#features/listings/widgets.tsx';
import { conditionName, conditions } from '#kernel/cards/conditions.ts';
import { type Frequency, frequencies, frequencyNames } from '#kernel/how-often.ts';
import { type Currency, currencies } from '#kernel/numbers/money.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Checkbox, Select, TextArea, TextInput } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import type { WantFieldName } from '../model/want-form.ts';
import { wantLimits } from '../words.ts';

export interface WantFieldsProps {
  /** Null: the want is in words. */
  card: { name: string; setName: string | null; finishes: readonly string[] } | null;
  /** The values of the fields by name. */
  values: Partial<Record<WantFieldName, string>>;
  errors: NonNullable<NonNullable<FormAnswer['problem']>['errors']>;
  /** True where a want in words needs a game. */
  asksGame: boolean;
}

/** The fields of a wanted post, for creating and editing. */
export function WantFields({ card, values, errors, asksGame }: WantFieldsProps) {
  const [currency, setCurrency] = useState<Currency>(currencies.find((code) => code === values.currency) ?? 'USD');
  const field = (name: WantFieldName) => ({ name, defaultValue: values[name] ?? '', error: errors[name] });
  const options = (all: readonly string[], words: (key: string) => string) =>
    all.map((key) => (
      <option key={key} value={key}>
        {words(key)}
      </option>
    ));
  return (
    <div className="grid gap-4">
      {card ? (
        <>
          <p>
            <strong>{card.name}</strong> · {card.setName}
          </p>
          <Checkbox label="Any printing" name="anyPrinting" value="1" defaultChecked={values.anyPrinting === '1'} />
        </>
      ) : (
        <TextInput
          label="Title"
          required
          {...field('title')}
          maxLength={wantLimits.title}
          help="The card in words, if you don’t choose one. Listings with all of these words match."
        />
      )}
      {asksGame && (
        <Select label="Game" required {...field('game')}>
          <option value="">Choose a game</option>
          {options(listingGames, gameName)}
        </Select>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_104px] gap-3">
        <MoneyInput label="Maximum price" currency={currency} {...field('highestPrice')} />
        <Select
          label="Currency"
          name="currency"
          mark={false}
          error={errors.currency}
          value={currency}
          onChange={(event) => setCurrency(event.target.value as Currency)}
        >
          {options(currencies, (code) => code)}
        </Select>
      </div>
      <Checkbox
        label="Maximum price includes shipping"
        name="withPostage"
        value="1"
        defaultChecked={values.withPostage === '1'}
      />
      <Select label="Minimum condition" {...field('lowestCondition')}>
        <option value="">Any</option>
        {options(
          conditions.filter((each) => each !== 'unknown'),
          conditionName,
        )}
      </Select>
      <Select label="Language" {...field('language')}>
        <option value="">Any</option>
        {options(languages, languageName)}
      </Select>
      <Select label="Finish" {...field('finish')}>
        <option value="">Any</option>
        {options(card && card.finishes.length > 0 ? card.finishes : finishes, finishName)}
      </Select>
      <Select label="Notifications about matches" mark={false} {...field('frequency')}>
        {options(frequencies, (each) => frequencyNames[each as Frequency])}
      </Select>
      <TextInput label="Quantity" inputMode="numeric" {...field('quantity')} />
      <TextArea label="Notes" {...field('description')} maxLength={wantLimits.description} />
    </div>
  );
}
