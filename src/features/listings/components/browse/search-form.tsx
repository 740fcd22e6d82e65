import { Form } from 'react-router';
import { copyFlagNames, copyFlags, editionNames, editions, finishes, finishName } from '#features/catalogue/words.ts';
import { Button } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import type { FormName, SearchFields } from '../../language/search-form.ts';
import { conditionNames, conditions, gameNames, languageNames } from '../../model/listing.rules.ts';

type Choice = readonly [value: string, label: string];

const choices: Partial<Record<FormName, readonly Choice[]>> = {
  game: Object.entries(gameNames),
  // The lowest or better is any.
  cond: conditions
    .filter((each) => each !== 'unknown')
    .slice(0, -1)
    .map((each) => [each, `${conditionNames[each]} or better`]),
  finish: finishes.map((each) => [each, finishName(each)]),
  lang: Object.entries(languageNames),
  edition: editions.map((edition) => [edition, editionNames[edition]]),
  listed: [
    ['24h', '1 day'],
    ['2d', '2 days'],
    ['7d', '1 week'],
    ['1m', '1 month'],
  ],
  is: [
    ['offers', 'Accepts offers'],
    ['graded', 'Graded'],
    ['foil', 'Any foil finish'],
    ...copyFlags.map((flag): Choice => [flag, copyFlagNames[flag]]),
  ],
};

/** In the order in which one describes a copy. */
const shown: readonly (readonly [name: FormName, label: string, example?: string])[] = [
  ['game', 'Game'],
  ['name', 'Card name', 'charizard'],
  ['set', 'Set', 'base set'],
  ['n', 'Number', '4/102'],
  ['rarity', 'Rarity', 'secret rare'],
  ['finish', 'Finish'],
  ['cond', 'Condition'],
  ['lang', 'Language'],
  ['edition', 'Edition'],
  ['over', 'Minimum price (USD)', '5'],
  ['under', 'Maximum price (USD)', '50'],
  ['company', 'Graded by', 'psa'],
  ['grade', 'Minimum grade', '9'],
  ['from', 'Year from', '1999'],
  ['to', 'Year to', '2003'],
  ['seller', 'Seller'],
  ['listed', 'Listed in the last'],
  ['is', 'Show only'],
];

/** Writes a search of the language, and shows one that was written. */
export function SearchForm({ fields, errors }: { fields: SearchFields; errors: Partial<Record<FormName, string>> }) {
  return (
    <Form action="/search-help" key={JSON.stringify(fields)} noValidate>
      <TextInput
        label="Keywords"
        name="words"
        mark={false}
        defaultValue={fields.words}
        error={errors.words}
        help="Use quotes for an exact phrase. Put “or” and “not” inside brackets."
        placeholder="(pikachu or raichu) -(jumbo)"
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
        {shown.map(([name, label, example]) => {
          const listed = choices[name];
          const field = { label, name, mark: false, error: errors[name], defaultValue: fields[name] };
          if (!listed)
            return (
              <TextInput
                key={name}
                {...field}
                placeholder={example}
                maxLength={80}
                autoComplete="off"
                spellCheck={false}
              />
            );
          const isOther = fields[name] !== '' && !listed.some(([value]) => value === fields[name]);
          return (
            <Select key={name} {...field}>
              <option value="">Any</option>
              {isOther && <option value={fields[name]}>{fields[name]}</option>}
              {listed.map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          );
        })}
      </div>
      <div className="mt-4">
        <Button kind="primary" type="submit" name="search" value="1">
          Search
        </Button>
      </div>
    </Form>
  );
}
