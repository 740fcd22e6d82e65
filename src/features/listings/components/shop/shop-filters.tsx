import { Search } from 'lucide-react';
import { Form } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { ownValue } from '#kernel/own-value.ts';
import { Button } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { MoreFields } from '#ui/form/more-fields.tsx';
import { Icon } from '#ui/icon.tsx';
import type { FacetValue } from '../../contract.ts';
import { conditionNames, conditions } from '../../model/listing.rules.ts';
import { sorts } from '../browse/browse-query.ts';
import type { ShopData } from './seller-shop.tsx';
import { isNarrowed } from './shop-address.ts';

const known = conditions.filter((condition) => condition !== 'unknown');

/**
 * The search within one seller's listings, as a form of the page's address. Its fields remount with each result, so
 * that they show the current search.
 */
export function ShopFilters({ shop, sellerName }: { shop: ShopData; sellerName: string }) {
  const { query, sets, games, finishes, languages } = shop;
  const usual = query.q ? 'relevance' : 'newest';
  const choose = (name: 'game' | 'set' | 'finish' | 'language', label: string, values: readonly FacetValue[]) => {
    const [chosen = ''] = [query[name]].flat();
    if (values.length < 2 && !chosen) return null;
    const missing = chosen && !values.some(({ value }) => value === chosen);
    return (
      <Select label={label} name={name} mark={false} defaultValue={chosen}>
        <option value="">Any</option>
        {missing && <option value={chosen}>{ownValue(shop.setNames, chosen) ?? chosen}</option>}
        {values.map(({ value, label: words, count }) => (
          <option key={value} value={value}>
            {words} ({formatNumber(count)})
          </option>
        ))}
      </Select>
    );
  };
  return (
    <Form
      action={`/profile/${query.seller}#for-sale`}
      role="search"
      aria-label={`Search ${sellerName}’s cards`}
      preventScrollReset
      key={JSON.stringify(query)}
    >
      <div className="shop-f">
        <TextInput
          label={`Search ${sellerName}’s cards`}
          name="q"
          type="search"
          mark={false}
          maxLength={200}
          defaultValue={query.q}
          fieldClass="shop-q"
        />
        <MoreFields label="Filters and sorting" isOpen={isNarrowed({ ...query, q: '' }) || query.sort !== usual}>
          {choose('game', 'Game', games)}
          {choose('set', 'Set', sets)}
          <Select label="Condition" name="condition" mark={false} defaultValue={query.condition.join(',')}>
            <option value="">Any</option>
            {known.map((condition, at) => (
              <option key={condition} value={known.slice(0, at + 1).join(',')}>
                {at === 0 ? conditionNames[condition] : `${conditionNames[condition]} or better`}
              </option>
            ))}
          </Select>
          {choose('finish', 'Finish', finishes)}
          {choose('language', 'Language', languages)}
          <MoneyInput label="Maximum price" name="maxPrice" currency="USD" mark={false} defaultValue={query.maxPrice} />
          <Select label="Sort by" name="sort" mark={false} defaultValue={query.sort === usual ? '' : query.sort}>
            <option value="">{query.q ? 'Best match' : 'Newest'}</option>
            {sorts
              .filter(([value]) => value !== 'relevance' && (value !== 'newest' || query.q))
              .map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </Select>
        </MoreFields>
        <Button type="submit" kind="primary">
          <Icon of={Search} size={16} />
          Search
        </Button>
      </div>
    </Form>
  );
}
