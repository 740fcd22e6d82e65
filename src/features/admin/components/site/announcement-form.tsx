import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import type { AnnouncementKind } from '#platform/site/announcement-kinds.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';

interface Props {
  announcement: {
    text: string;
    link: string | null;
    kind: AnnouncementKind;
    startsAt: string;
    endsAt: string | null;
  } | null;
  now: string;
  answer: FormAnswer | undefined;
}

/** The announcement above all pages. Times are in UTC, as on every admin page. */
export function AnnouncementForm({ announcement, now, answer }: Props) {
  const { formData, state } = useNavigation();
  const { problem, values } = answer?.problem ? answer : {};
  const errors = problem?.errors;
  const isBusy = (act: string) => state !== 'idle' && formData?.get('act') === act;
  return (
    <Panel title="Announcement" id="announcement" note="One sentence above every page, for members and visitors.">
      <Form method="post" preventScrollReset noValidate aria-label="Announcement">
        <input type="hidden" name="act" value="announce" />
        <ErrorSummary errors={errors} message={errors ? undefined : problem?.message} attempt={problem} />
        <TextInput
          label="Text"
          name="text"
          required
          maxLength={160}
          defaultValue={values?.text ?? announcement?.text}
          error={errors?.text}
          help="One sentence of up to 160 characters."
        />
        <TextInput
          label="Link"
          name="link"
          maxLength={500}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={values?.link ?? announcement?.link ?? ''}
          error={errors?.link}
          help="A link that begins with https://, or a path on this site, for example /fees. The whole text becomes the link."
        />
        <Select label="Type" name="kind" required defaultValue={values?.kind ?? announcement?.kind ?? 'info'}>
          <option value="info">Information</option>
          <option value="warning">Warning</option>
        </Select>
        <div className="adm-times">
          <TextInput
            label="Start (UTC)"
            name="startsAt"
            type="datetime-local"
            required
            defaultValue={values?.startsAt ?? (announcement?.startsAt ?? now).slice(0, 16)}
            error={errors?.startsAt}
          />
          <TextInput
            label="End (UTC)"
            name="endsAt"
            type="datetime-local"
            defaultValue={values?.endsAt ?? announcement?.endsAt?.slice(0, 16)}
            error={errors?.endsAt}
            help="Leave empty to show it until you delete it."
          />
        </div>
        <Button type="submit" kind="primary" className="mt-4" busy={isBusy('announce')} busyLabel="Saving…">
          Save announcement
        </Button>
      </Form>
      {announcement && (
        <Form method="post" preventScrollReset className="mt-3">
          <input type="hidden" name="act" value="delete-announcement" />
          <Button type="submit" busy={isBusy('delete-announcement')} busyLabel="Deleting…">
            Delete announcement
          </Button>
        </Form>
      )}
    </Panel>
  );
}
