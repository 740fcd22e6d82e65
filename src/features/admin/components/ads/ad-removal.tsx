import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/page/panel.tsx';

/** Removes an ad; ending it retains the counts. */
export function AdRemoval() {
  return (
    <Panel title="Remove" id="remove">
      <p className="dim mb-4">
        Its picture and its counts go too; the audit log keeps what it said. To keep the counts, set its end to now.
      </p>
      <Form method="post" aria-label="Remove the ad">
        <input type="hidden" name="act" value="remove" />
        <Button type="submit" kind="danger">
          Remove ad
        </Button>
      </Form>
    </Panel>
  );
}
