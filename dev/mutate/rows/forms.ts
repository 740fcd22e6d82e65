// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const mistakes = ['tests/contracts/form-mistakes.test.ts'];
const alerts = ['src/features/alerts/saved-searches/alerts-pages.test.ts'];
const create = 'src/features/listings/components/create';
const steps = [`${create}/steps.test.tsx`];

/** Faults of screens: what a form says, where it says it, and what is offered in vain. */
export const formRows: readonly Mutation[] = [
  ...planted({ area: 'screens', file: 'src/features/bulk/components/field-errors.ts', tests: mistakes }, [
    'a summary leads to a field that is not there',
    "  'change.floor': 'floor',\n",
    '',
  ]),
  ...planted({ area: 'screens', file: 'src/features/admin/components/text-form.tsx', tests: mistakes }, [
    'forms of a page share their fields’ names',
    "`${text?.id ?? 'new'}-${field}`",
    'field',
  ]),
  ...planted({ area: 'screens', file: 'src/features/listings/components/browse/browse-bar.tsx', tests: alerts }, [
    'a search that can’t be made is offered to be saved',
    'kept.size > 0 && total !== null',
    'kept.size > 0',
  ]),
  ...planted({ area: 'screens', file: 'src/features/alerts/saved-searches/saved-searches.server.ts', tests: alerts }, [
    'the form of a search that can’t be saved is shown',
    'return { sentence: error.errors?.query ?? error.message, isOfTier: error.code === alertRefusals.tierLimit };',
    'return null;',
  ]),
  ...planted({ area: 'screens', file: `${create}/preview.tsx`, tests: steps }, [
    'a price that is not known is $0.00',
    'price: amount === null ? null : money(amount, form.currency)',
    'price: money(amount ?? 0, form.currency)',
  ]),
  ...planted({ area: 'screens', file: `${create}/form-input.ts`, tests: steps }, [
    'a postage that is not known is free',
    'if (amounts.includes(null)) return null;',
    '',
  ]),
  ...planted({ area: 'screens', file: `${create}/step-price.tsx`, tests: steps }, [
    'the seller gets what the market takes',
    'formatMoney(leftOf(fee, money(amount, form.currency)))',
    'formatMoney(money(amount, form.currency))',
  ]),
  ...planted(
    {
      area: 'tiers',
      row: 'ST-02',
      file: 'src/features/tiers/subscription/admin-panel.server.ts',
      tests: ['src/features/tiers/billing/billing.api.test.ts'],
    },
    ['a reading is said without its reason', 'value: word[b.tier], because: b.because },', 'value: word[b.tier] },'],
  ),
];
