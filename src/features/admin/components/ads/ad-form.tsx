import { Form, useNavigation } from 'react-router';
import type { Ad } from '#features/ads/contract.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import { withOwnSentences } from '#ui/page/own-sentences.ts';
import { Note } from '#ui/page/panel.tsx';

interface Props {
  /** What is changed; absent for a new one. */
  ad?: Ad;
  answer: FormAnswer | undefined;
}

/** The fields of an ad. Times are in UTC, as on every admin page. */
export function AdForm({ ad, answer }: Props) {
  const { formData, state } = useNavigation();
  const { problem, values } = answer ?? {};
  const value = (name: 'text' | 'link' | 'from' | 'to' | 'weight') => values?.[name] ?? given(ad, name);
  const errors = withOwnSentences(problem?.errors, {
    from: 'Enter a start date and time.',
    to: 'Enter an end date and time after the start.',
  });
  return (
    <Form method="post" preventScrollReset noValidate aria-label={ad ? 'Edit ad' : 'New ad'}>
      <input type="hidden" name="act" value="write" />
      {errors && <ErrorSummary errors={errors} attempt={problem} />}
      {problem && !errors && (
        <Note tone="danger" role="alert" className="mb-4">
          {problem.message}
        </Note>
      )}
      <TextInput
        label="Text"
        name="text"
        required
        maxLength={120}
        defaultValue={value('text')}
        error={errors?.text}
        help="One sentence of up to 120 characters. The whole text is a link."
      />
      <TextInput
        label="Link"
        name="link"
        required
        maxLength={500}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={value('link')}
        error={errors?.link}
        help="A link that begins with https://, or a path on this site, for example /fees. Visitors see the domain of an external link."
      />
      <div className="adm-times">
        <TextInput
          label="Start (UTC)"
          name="from"
          type="datetime-local"
          required
          defaultValue={value('from')}
          error={errors?.from}
        />
        <TextInput
          label="End (UTC)"
          name="to"
          type="datetime-local"
          required
          defaultValue={value('to')}
          error={errors?.to}
        />
        <TextInput
          label="Weight"
          name="weight"
          type="number"
          required
          min={1}
          max={100}
          defaultValue={value('weight')}
          error={errors?.weight}
          help="An ad with weight 2 is shown twice as often as one with weight 1."
        />
      </div>
      <Button
        type="submit"
        kind="primary"
        className="mt-4"
        busy={state !== 'idle' && formData?.get('act') === 'write'}
        busyLabel={ad ? 'Saving…' : 'Creating…'}
      >
        {ad ? 'Save ad' : 'Create ad'}
      </Button>
    </Form>
  );
}

function given(ad: Ad | undefined, name: 'text' | 'link' | 'from' | 'to' | 'weight'): string {
  if (!ad) return name === 'weight' ? '1' : '';
  return name === 'from' || name === 'to' ? ad[name].slice(0, 16) : String(ad[name]);
}
