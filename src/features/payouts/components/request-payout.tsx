import { Form, useNavigation } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/page/panel.tsx';

/** Sends what is ready and below the smallest sum that is sent without being asked. */
export function RequestPayout({ answer }: { answer: FormAnswer | undefined }) {
  const busy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" preventScrollReset className="mb-4">
      {answer?.problem && (
        <Note tone="danger" role="alert" className="mb-4">
          {answer.problem.message}
        </Note>
      )}
      <Button type="submit" busy={busy} busyLabel="Requesting…" aria-describedby="request-note">
        Request payout
      </Button>
      <p id="request-note" className="dim mt-2">
        Sends your ready earnings now. You can request a payout once a day.
      </p>
    </Form>
  );
}
