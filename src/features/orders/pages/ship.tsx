import { type ActionFunctionArgs, Form, type LoaderFunctionArgs, type MetaArgs, useNavigation } from 'react-router';
import { plural } from '#kernel/format.ts';
import { withoutUnwritable } from '#kernel/text/plain-text.ts';
import { requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { ShipmentForm } from '../components/list/shipment-form.tsx';
import { ShipmentTable } from '../components/list/shipment-table.tsx';
import '../components/orders.css';
import { orderPolicy } from '../model/order.policy.ts';
import { readShipments } from '../shipments/read-shipments.ts';
import { previewShipments, type Shipment, shipOrders } from '../shipments/ship-orders.server.ts';

interface ShipAnswer extends FormAnswer {
  preview?: Shipment[];
  /** How many orders were marked, and the lines that were not. */
  done?: { count: number; left: Shipment[] };
}

export function loader(args: LoaderFunctionArgs) {
  requirePageActor(args, orderPolicy, 'ship');
  return null;
}

/** Shows what a list would do, or does it: the second form sends the list again, since orders change meanwhile. */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, orderPolicy, 'ship');
  const file = form.get('file');
  const lines = file instanceof File && file.size > 0 ? withoutUnwritable(await file.text()) : text(form, 'lines');
  const carrier = text(form, 'carrier').trim();
  return answerForm<ShipAnswer>(form, ['lines', 'carrier'], async () => {
    const read = readShipments(lines);
    if (text(form, 'intent') !== 'ship')
      return { preview: await previewShipments(platform, actor, read, carrier), values: { lines, carrier } };
    const { shipped, left } = await shipOrders(platform, actor, read, carrier);
    return { done: { count: shipped.length, left } };
  });
}

const title = 'Mark orders as shipped';

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title,
    description: 'Enter the tracking numbers of many orders at once.',
    path: '/dashboard/orders/ship',
    noIndex: true,
  });

export default function ShipPage() {
  const answer = useFormAnswer<ShipAnswer>();
  const { done, preview } = answer ?? {};
  return (
    <>
      <Breadcrumbs
        trail={[{ label: 'Orders', to: '/orders' }, { label: 'Selling', to: '/orders?side=selling' }, { label: title }]}
      />
      <div className="dh mt-5">
        <h1>{title}</h1>
      </div>
      <div role="status">
        {done && done.count > 0 && (
          <Note tone="success" className="mb-4">
            {plural(done.count, { one: '# order marked as shipped.', other: '# orders marked as shipped.' })} The buyers
            can see the tracking numbers.
          </Note>
        )}
      </div>
      {done && done.left.length > 0 && (
        <Panel
          flush
          className="mb-4"
          title="Not shipped"
          note={plural(done.left.length, { one: '# line has a problem', other: '# lines have problems' })}
        >
          <ShipmentTable rows={done.left} />
        </Panel>
      )}
      {preview && <Preview rows={preview} values={answer?.values ?? {}} />}
      <Panel>
        <ShipmentForm key={String(Boolean(done))} answer={answer} />
      </Panel>
    </>
  );
}

function Preview({ rows, values }: { rows: readonly Shipment[]; values: Record<string, string> }) {
  const { formData, state } = useNavigation();
  const ready = rows.filter(({ problem }) => problem === null).length;
  const problems = rows.length - ready;
  return (
    <Panel
      flush
      className="mb-4"
      title="Preview"
      note={
        problems === 0
          ? plural(rows.length, { one: '# line, no problems', other: '# lines, no problems' })
          : plural(problems, { one: '# line has a problem', other: '# lines have problems' })
      }
    >
      <ShipmentTable rows={rows} />
      {ready > 0 && (
        <Form method="post" className="ship-go">
          <input type="hidden" name="intent" value="ship" />
          <input type="hidden" name="lines" value={values.lines} />
          <input type="hidden" name="carrier" value={values.carrier} />
          <Button
            type="submit"
            kind="primary"
            busy={state !== 'idle' && formData?.get('intent') === 'ship'}
            busyLabel="Saving…"
          >
            {plural(ready, { one: 'Mark # order as shipped', other: 'Mark # orders as shipped' })}
          </Button>
          {problems > 0 && <span className="dim">Lines with a problem are left out.</span>}
        </Form>
      )}
    </Panel>
  );
}
