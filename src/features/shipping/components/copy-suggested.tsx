import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';

/** Saves the suggested methods as they are, from a known country; the seller can change them afterwards. */
export function CopySuggested({ sendsFrom }: { sendsFrom: string }) {
  const busy = useNavigation().formData?.get('intent') === 'copy';
  return (
    <Form method="post" preventScrollReset aria-label="Suggested methods">
      <input type="hidden" name="sendsFrom" value={sendsFrom} />
      <Button type="submit" kind="primary" name="intent" value="copy" busy={busy} busyLabel="Saving…">
        Use suggested methods
      </Button>
    </Form>
  );
}
