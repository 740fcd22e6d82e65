import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Note } from '#ui/page/panel.tsx';

export interface LinkPress {
  label: string;
  busy: string;
  kind: 'danger' | 'primary';
}

/** The button of a page that an email links to; opening the page does not submit it. */
export function LinkForm({ token, press }: { token: string; press: LinkPress }) {
  const { problem } = useFormAnswer<FormAnswer>() ?? {};
  const busy = useNavigation().state === 'submitting';
  return (
    <>
      {problem && (
        <Note tone="danger" role="alert" className="mb-5">
          {problem.message}
        </Note>
      )}
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" kind={press.kind} size="xl" full busy={busy} busyLabel={press.busy}>
          {press.label}
        </Button>
      </Form>
    </>
  );
}
