import { Form } from 'react-router';
import { type Frequency, frequencies } from '#kernel/how-often.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { alertLimits } from '../words.ts';
import { FrequencySelect } from './frequency-select.tsx';

interface SearchFormProps {
  query: string;
  /** The search in words. */
  words: string;
  name: string;
  frequency: Frequency;
  /** The label of the button that sends it. */
  save: string;
  /** The link beside the button. */
  back: { to: string; label: string };
}

/** Name and frequency of a search that is saved, or will be. */
export function SearchForm({ query, words, name, frequency, save, back }: SearchFormProps) {
  const answer = useFormAnswer<FormAnswer>();
  const errors = answer?.problem?.errors ?? {};
  const values = answer?.values ?? {};
  return (
    <>
      <ErrorSummary errors={answer?.problem?.errors} message={answer?.problem?.message} attempt={answer?.problem} />
      <p className="mb-1">We’ll notify you about new listings for this search:</p>
      <p className="mb-4 wrap-anywhere" dir="auto">
        {words}
      </p>
      <Form method="post" noValidate className="max-w-[480px]">
        <input type="hidden" name="query" value={query} />
        <TextInput
          label="Name"
          name="name"
          required
          mark={false}
          maxLength={alertLimits.name}
          defaultValue={values.name ?? name}
          error={errors.name}
        />
        <FrequencySelect
          label="Notifications"
          value={frequencies.find((each) => each === values.frequency) ?? frequency}
          error={errors.frequency}
        />
        <div className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" kind="primary">
            {save}
          </Button>
          <ButtonLink kind="ghost" to={back.to}>
            {back.label}
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}
