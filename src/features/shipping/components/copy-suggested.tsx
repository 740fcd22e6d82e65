import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/form/field.tsx';

interface CopySuggestedProps {
  sendsFrom: string | null;
  countries: readonly (readonly [string, string])[];
  problem: FormAnswer['problem'];
}

/** Saves the suggested methods as they are; the seller can change them afterwards. */
export function CopySuggested({ sendsFrom, countries, problem }: CopySuggestedProps) {
  const busy = useNavigation().formData?.get('intent') === 'copy';
  return (
    <Form method="post" preventScrollReset noValidate aria-label="Suggested methods">
      {sendsFrom === null ? (
        <Select
          label="Ships from"
          name="sendsFrom"
          id="copy-sends-from"
          required
          autoComplete="country"
          error={problem?.errors?.sendsFrom}
        >
          <option value="">Choose a country</option>
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <input type="hidden" name="sendsFrom" value={sendsFrom} />
      )}
      <Button type="submit" kind="primary" name="intent" value="copy" className="mt-4" busy={busy} busyLabel="Saving…">
        Use suggested methods
      </Button>
    </Form>
  );
}
