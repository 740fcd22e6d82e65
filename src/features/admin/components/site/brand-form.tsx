import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';

interface Props {
  brand: { name: string; accent: string | null };
  answer: FormAnswer | undefined;
}

/** The name of the site and its accent color. */
export function BrandForm({ brand, answer }: Props) {
  const { formData, state } = useNavigation();
  const { problem, values } = answer?.problem ? answer : {};
  const accent = values?.accent ?? brand.accent ?? '';
  return (
    <Panel title="Brand" id="brand" note="The name is in the header, in emails and in page titles.">
      <Form method="post" preventScrollReset noValidate aria-label="Brand">
        <input type="hidden" name="act" value="brand" />
        <ErrorSummary
          errors={problem?.errors}
          message={problem?.errors ? undefined : problem?.message}
          attempt={problem}
        />
        <TextInput
          label="Name"
          name="name"
          required
          maxLength={40}
          defaultValue={values?.name ?? brand.name}
          error={problem?.errors?.name}
        />
        <TextInput
          label="Accent color"
          name="accent"
          maxLength={7}
          spellCheck={false}
          autoCapitalize="none"
          placeholder="#0b6e4f"
          defaultValue={accent}
          error={problem?.errors?.accent}
          help="Color of buttons and links, for example #0b6e4f. White text on it must be readable. Leave empty for the default color."
        />
        <Button
          type="submit"
          kind="primary"
          className="mt-4"
          busy={state !== 'idle' && formData?.get('act') === 'brand'}
          busyLabel="Saving…"
        >
          Save brand
        </Button>
      </Form>
    </Panel>
  );
}
