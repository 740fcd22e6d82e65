// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const mistakes = ['src/app/form-mistakes.test.ts'];
const alerts = ['src/app/alerts-pages.test.ts'];
const wanted = ['src/app/wanted-pages.test.ts'];

/** Faults of screens: what a form says, where it says it, and what is offered in vain. */
export const formRows: readonly Mutation[] = [
  ...planted({ area: 'screens', file: 'src/features/bulk/components/field-errors.ts', tests: mistakes }, [
    'a summary leads to a field that is not there',
    "  'change.floor': 'floor',\n",
    '',
  ]),
  ...planted({ area: 'screens', file: 'src/features/operator/components/text-form.tsx', tests: mistakes }, [
    'forms of a page share their fields’ names',
    "`${text?.id ?? 'new'}-${field}`",
    'field',
  ]),
  ...planted({ area: 'screens', file: 'src/features/listings/components/browse-bar.tsx', tests: alerts }, [
    'a search that can’t be made is offered to be saved',
    'kept.size > 0 && total !== null',
    'kept.size > 0',
  ]),
  ...planted({ area: 'screens', file: 'src/features/alerts/saved-searches.server.ts', tests: alerts }, [
    'the form of a search that can’t be saved is shown',
    'return { sentence: error.errors?.query ?? error.message, isOfTier: error.code === alertRefusals.tierLimit };',
    'return null;',
  ]),
  ...planted({ area: 'screens', file: 'src/features/wanted/pages/wants.tsx', tests: wanted }, [
    'a price of letters takes the whole page of wanted posts',
    'const errors = note ? null : mistakesOf(error);',
    'const errors: Record<string, string> | null = null;',
  ]),
];
