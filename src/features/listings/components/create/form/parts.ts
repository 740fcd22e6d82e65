import type { FormErrors } from './form-input.ts';
import type { ListingForm } from './listing-form.ts';

/** What every step of the form gets. */
export interface StepProps {
  form: ListingForm;
  errors: FormErrors;
  change(what: Partial<ListingForm>): void;
}
