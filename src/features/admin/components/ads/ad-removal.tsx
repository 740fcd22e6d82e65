import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/page/panel.tsx';

/** Removes an ad; ending it retains the counts. */
export function AdRemoval() {
  return (
    <Panel title="Delete ad" id="remove">
      <p className="dim mb-4">
        This also deletes the image and the statistics. The audit log keeps the text. To keep the statistics, end the ad
        now instead.
      </p>
      <Form method="post" aria-label="Delete ad">
        <input type="hidden" name="act" value="remove" />
        <Button type="submit" kind="danger">
          Delete ad
        </Button>
      </Form>
    </Panel>
  );
}
