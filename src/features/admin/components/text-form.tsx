import { Form, useNavigation } from 'react-router';
import type { StatementText } from '#features/moderation/contract.ts';
import { decisionLimits } from '#features/moderation/words.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { fieldId, Select, TextArea, TextInput } from '#ui/form/field.tsx';

/** The fields of a text for statements; without one, of a new one. */
export function TextForm({ text, answer }: { text?: StatementText; answer: FormAnswer | undefined }) {
  const busy = useNavigation().formMethod === 'POST';
  const { problem, values } = answer?.problem ? answer : {};
  // Several forms share the page: the text's name makes their fields' ids unique.
  const own = (field: string) => `${text?.id ?? 'new'}-${field}`;
  const errors =
    problem?.errors && Object.fromEntries(Object.entries(problem.errors).map(([field, said]) => [own(field), said]));
  return (
    <Form method="post" preventScrollReset noValidate aria-label={text ? `Edit ${text.name}` : 'New template'}>
      <input type="hidden" name="id" value={text?.id ?? ''} />
      <ErrorSummary errors={errors} message={problem?.message} attempt={problem} />
      <TextInput
        label="Name"
        name="name"
        id={fieldId(own('name'))}
        required
        maxLength={decisionLimits.textName}
        defaultValue={values?.name ?? text?.name}
        error={problem?.errors?.name}
      />
      <Select
        label="Recipient"
        name="reader"
        id={fieldId(own('reader'))}
        mark={false}
        defaultValue={values?.reader ?? text?.reader ?? 'reported'}
        error={problem?.errors?.reader}
      >
        <option value="reporter">Reporter</option>
        <option value="reported">Reported member</option>
      </Select>
      <TextArea
        label="Text"
        name="text"
        id={fieldId(own('text'))}
        required
        rows={5}
        maxLength={decisionLimits.text}
        defaultValue={values?.text ?? text?.text}
        error={problem?.errors?.text}
      />
      <p className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" name="act" value="write" kind="primary" busy={busy}>
          {text ? 'Save template' : 'Create template'}
        </Button>
        {text && (
          <Button type="submit" kind="danger-quiet" name="act" value="remove">
            Delete template
          </Button>
        )}
      </p>
    </Form>
  );
}
