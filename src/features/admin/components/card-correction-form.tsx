import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, TextArea, TextInput } from '#ui/form/field.tsx';

interface Props {
  card: { name: string; number: string | null; rarity: string | null; setCode: string; isHidden: boolean };
  answer: FormAnswer | undefined;
}

/** What an admin can correct of a card. */
export function CardCorrectionForm({ card, answer }: Props) {
  const busy = useNavigation().formMethod === 'POST';
  const { problem, values } = answer?.problem ? answer : {};
  const field = (name: 'name' | 'number' | 'rarity' | 'setCode') => ({
    name,
    defaultValue: values?.[name] ?? card[name] ?? '',
    error: problem?.errors?.[name],
  });
  return (
    <Form method="post" preventScrollReset noValidate aria-label="Correct card">
      <ErrorSummary
        errors={problem?.errors}
        message={problem?.errors ? undefined : problem?.message}
        attempt={problem}
      />
      <TextInput label="Name" required maxLength={200} {...field('name')} />
      <TextInput label="Number" maxLength={40} {...field('number')} />
      <TextInput label="Rarity" maxLength={80} help="In the spelling of the card database." {...field('rarity')} />
      <TextInput
        label="Set code"
        required
        maxLength={160}
        spellCheck={false}
        autoCapitalize="none"
        help="The last part of the set’s URL."
        {...field('setCode')}
      />
      <Checkbox
        label="Hide this card"
        name="isHidden"
        defaultChecked={values ? values.isHidden === 'on' : card.isHidden}
        help="A hidden card isn’t in search or on set pages. Its listings stay."
      />
      <TextArea
        label="Reason"
        name="reason"
        required
        rows={3}
        maxLength={500}
        defaultValue={values?.reason}
        error={problem?.errors?.reason}
        help="Recorded in the audit log."
      />
      <Button type="submit" kind="primary" className="mt-4" busy={busy} busyLabel="Saving…">
        Save correction
      </Button>
    </Form>
  );
}
