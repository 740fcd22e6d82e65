import { Star } from 'lucide-react';
import {
  copyFlagNames,
  copyFlags,
  copyFlagsHeading,
  editionNames,
  editions,
  finishName,
} from '#features/catalogue/words.ts';
import { destinationName } from '#features/shipping/words.ts';
import { formatNumber } from '#kernel/format.ts';
import { ConditionBadge } from '#ui/card/condition-badge.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { Icon } from '#ui/icon.tsx';
import type { FacetValue, ListingFacets } from '../../contract.ts';
import { conditionNames, conditions, leastRatings } from '../../model/listing.rules.ts';
import { languageName } from '../listing-words.ts';
import type { BrowseQuery, ListFilter } from './browse-address.ts';
import type { ValueCounts } from './browse-query.ts';
import { AllValues, FoldedList, SetFilter, valueWords } from './filter-lists.tsx';
import { FilterPrice } from './filter-price.tsx';

export interface FiltersProps {
  query: BrowseQuery;
  facets: ListingFacets;
  valueCounts: ValueCounts;
  /** Ids must be unique on the page: the filters are in the sidebar and in the sheet. */
  prefix: string;
  change(what: Partial<BrowseQuery>, how?: { typed: boolean }): void;
}

/** Every filter of browse, as fields of the form around it. */
export function Filters({ query, facets, valueCounts, prefix, change }: FiltersProps) {
  const list = (name: ListFilter, value: string) => ({
    id: `${prefix}-${name}-${value}`,
    name,
    value,
    checked: query[name].includes(value),
    onChange: () => change({ [name]: toggled(query[name], value) }),
  });
  const boxes = (name: ListFilter, values: readonly FacetValue[]) =>
    values.map(({ value, label, count }) => (
      <li key={value}>
        <Checkbox {...list(name, value)} label={label} count={formatNumber(count)} />
      </li>
    ));
  const languages = withChosen(facets.language, query.language, languageName);
  const sets = withChosen(facets.set, query.set, (value) => value);
  const rarities = withChosen(facets.rarity, query.rarity, (value) => value);
  const companies = withChosen(facets.company, query.company, (value) => value);
  const grades = withChosen(facets.grade, query.grade, (value) => value);
  const countries = withChosen(facets.shipsFrom, query.shipsFrom, destinationName);
  const destinations = withChosen(facets.shipsTo, query.shipsTo ? [query.shipsTo] : [], destinationName);
  const finishes = withChosen(facets.finish, query.finish, finishName);
  return (
    <>
      <FilterPrice query={query} buckets={facets.price} prefix={prefix} change={change} />
      <section>
        <h3>Condition</h3>
        <ul>
          {conditions.map((value) => (
            <li key={value}>
              <Checkbox
                {...list('condition', value)}
                aria-label={conditionNames[value]}
                label={<ConditionBadge condition={value} />}
                count={countIn(facets.condition, value)}
              />
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>Photos</h3>
        <Checkbox
          id={`${prefix}-photo`}
          name="photo"
          value="true"
          checked={query.photo === 'true'}
          onChange={() => change({ photo: query.photo === 'true' ? '' : 'true' })}
          label="With photo"
          count={countIn(facets.photo, 'true')}
        />
      </section>
      {finishes.length > 0 && (
        <section>
          <h3 id={`${prefix}-finish`}>Finish</h3>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be the row of chips that this is */}
          <div className="chips" role="group" aria-labelledby={`${prefix}-finish`}>
            {finishes.map(({ value, label, count }) => (
              <label key={value} className="chip" data-tip={`${formatNumber(count)} for sale`}>
                <input type="checkbox" {...list('finish', value)} />
                {label}
              </label>
            ))}
          </div>
        </section>
      )}
      {languages.length > 0 && (
        <section>
          <h3>Language</h3>
          <FoldedList shown={4}>{boxes('language', languages)}</FoldedList>
        </section>
      )}
      {sets.length > 0 && (
        <SetFilter sets={sets} boxes={(values) => boxes('set', values)} prefix={prefix}>
          <AllValues query={query} count={valueCounts.set} words={valueWords.set} />
        </SetFilter>
      )}
      {rarities.length > 0 && (
        <section>
          <h3>Rarity</h3>
          {query.allValues ? (
            <FoldedList shown={4}>{boxes('rarity', rarities)}</FoldedList>
          ) : (
            <ul>{boxes('rarity', rarities)}</ul>
          )}
          <AllValues query={query} count={valueCounts.rarity} words={valueWords.rarity} />
        </section>
      )}
      <section>
        <h3 id={`${prefix}-graded`}>Grading</h3>
        <div className="chips" role="radiogroup" aria-labelledby={`${prefix}-graded`}>
          {gradedChoices.map(([value, label]) => (
            <label key={value} className="chip">
              <input
                type="radio"
                id={`${prefix}-graded-${value || 'any'}`}
                name="graded"
                value={value}
                checked={query.graded === value}
                onChange={() => change({ graded: value })}
              />
              {label}
            </label>
          ))}
        </div>
      </section>
      {companies.length > 0 && (
        <section>
          <h3>Grading company</h3>
          <FoldedList shown={4}>{boxes('company', companies)}</FoldedList>
        </section>
      )}
      {grades.length > 0 && (
        <section>
          <h3>Grade</h3>
          <FoldedList shown={4}>{boxes('grade', grades)}</FoldedList>
        </section>
      )}
      <section>
        <h3 id={`${prefix}-edition`}>Edition</h3>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be the row of chips that this is */}
        <div className="chips" role="group" aria-labelledby={`${prefix}-edition`}>
          {editions.map((value) => (
            <label key={value} className="chip">
              <input type="checkbox" {...list('edition', value)} />
              {editionNames[value]}
            </label>
          ))}
        </div>
      </section>
      <section>
        <h3 id={`${prefix}-flags`}>{copyFlagsHeading}</h3>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be the row of chips that this is */}
        <div className="chips" role="group" aria-labelledby={`${prefix}-flags`}>
          {copyFlags.map((flag) => (
            <label key={flag} className="chip">
              <input
                type="checkbox"
                id={`${prefix}-${flag}`}
                name={flag}
                value="true"
                checked={query[flag] === 'true'}
                onChange={() => change({ [flag]: query[flag] === 'true' ? '' : 'true' })}
              />
              {copyFlagNames[flag]}
            </label>
          ))}
        </div>
      </section>
      <section>
        <h3 id={`${prefix}-rating`}>Seller rating</h3>
        <div className="chips" role="radiogroup" aria-labelledby={`${prefix}-rating`}>
          {['', ...leastRatings.map(String)].map((value) => (
            <label key={value} className="chip">
              <input
                type="radio"
                id={`${prefix}-rating-${value || 'any'}`}
                name="minRating"
                value={value}
                checked={query.minRating === value}
                onChange={() => change({ minRating: value })}
              />
              {value === '' ? (
                'Any'
              ) : (
                <>
                  <Icon of={Star} size={13} className="solid" />
                  <span aria-hidden="true">{value}+</span>
                  <span className="sr">{value} or higher</span>
                </>
              )}
            </label>
          ))}
        </div>
      </section>
      {countries.length > 0 && (
        <section>
          <h3>Seller’s country</h3>
          <FoldedList shown={4}>{boxes('shipsFrom', countries)}</FoldedList>
        </section>
      )}
      {destinations.length > 0 && (
        <section>
          <h3 id={`${prefix}-ships-to`}>Ships to</h3>
          <select
            className="in"
            name="shipsTo"
            aria-labelledby={`${prefix}-ships-to`}
            value={query.shipsTo}
            onChange={(event) => change({ shipsTo: event.target.value })}
          >
            <option value="">Any destination</option>
            {destinations.map(({ value, label, count }) => (
              <option key={value} value={value}>
                {label} ({formatNumber(count)})
              </option>
            ))}
          </select>
        </section>
      )}
      <section>
        <h3>Offers</h3>
        <Checkbox
          id={`${prefix}-offers`}
          name="acceptsOffers"
          value="true"
          checked={query.offers}
          onChange={() => change({ offers: !query.offers })}
          label="Accepts offers"
        />
      </section>
    </>
  );
}

const gradedChoices: [BrowseQuery['graded'], string][] = [
  ['', 'Any'],
  ['true', 'Graded'],
  ['false', 'Ungraded'],
];

function toggled(values: readonly string[], value: string): string[] {
  return values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
}

/** Chosen values first where the counts no longer hold them, so that they can be taken back. */
function withChosen(
  values: readonly FacetValue[],
  chosen: readonly string[],
  label: (value: string) => string,
): FacetValue[] {
  const missing = chosen.filter((value) => !values.some((facet) => facet.value === value));
  const selected = values.filter((facet) => chosen.includes(facet.value));
  return [
    ...missing.map((value) => ({ value, label: label(value), count: 0 })),
    ...selected,
    ...values.filter((facet) => !chosen.includes(facet.value)),
  ];
}

/** None where nothing was counted. */
function countIn(values: readonly FacetValue[], value: string): string | undefined {
  return values.length > 0 ? formatNumber(values.find((facet) => facet.value === value)?.count ?? 0) : undefined;
}
