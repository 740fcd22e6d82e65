import { searchLimits } from '#features/catalogue/language.ts';
import { finishes, finishName } from '#features/catalogue/words.ts';
import { gameName, languageName, languages, listingGames } from '#features/listings/widgets.tsx';
import { conditionNames, conditions } from '#kernel/cards/conditions.ts';
import { Select, TextInput } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { MoreFields } from '#ui/form/more-fields.tsx';

const narrowing = ['game', 'set', 'condition', 'language', 'finish', 'minPrice', 'maxPrice'];

/** Filters the posts that take a certain copy. A GET form, so it works without script. */
export function WantFilters({ given, errors }: { given: Record<string, string>; errors: Record<string, string> }) {
  const chosen = (name: string, label: string, options: readonly (readonly [string, string])[]) => (
    <Select label={label} name={name} mark={false} defaultValue={given[name] ?? ''} error={errors[name]}>
      <option value="">Any</option>
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </Select>
  );
  return (
    <>
      <TextInput
        type="search"
        label="Keywords"
        name="q"
        placeholder="Search posts"
        enterKeyHint="search"
        defaultValue={given.q ?? ''}
        mark={false}
        maxLength={searchLimits.text}
        error={errors.q}
      />
      <MoreFields
        label="Filters"
        isOpen={Object.keys({ ...given, ...errors }).some((name) => narrowing.includes(name))}
      >
        {chosen(
          'game',
          'Game',
          listingGames.map((key) => [key, gameName(key)]),
        )}
        <TextInput
          label="Set"
          name="set"
          defaultValue={given.set ?? ''}
          mark={false}
          maxLength={searchLimits.text}
          error={errors.set}
        />
        {chosen(
          'condition',
          'Your condition',
          conditions.map((key) => [key, conditionNames[key]]),
        )}
        {chosen(
          'language',
          'Language',
          languages.map((key) => [key, languageName(key)]),
        )}
        {chosen(
          'finish',
          'Finish',
          finishes.map((key) => [key, finishName(key)]),
        )}
        <MoneyInput
          label="Minimum price"
          name="minPrice"
          currency="USD"
          mark={false}
          defaultValue={given.minPrice ?? ''}
          error={errors.minPrice}
        />
        <MoneyInput
          label="Maximum price"
          name="maxPrice"
          currency="USD"
          mark={false}
          defaultValue={given.maxPrice ?? ''}
          error={errors.maxPrice}
        />
      </MoreFields>
    </>
  );
}
