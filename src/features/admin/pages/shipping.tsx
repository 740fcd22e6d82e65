import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { confirmFirst } from '#features/auth/index.server.ts';
import {
  changeFigures,
  getStartingTable,
  listFigures,
  putStartingTable,
  readFiguresForm,
  readShippingForm,
  sentFields,
  withOneMore,
} from '#features/shipping/index.server.ts';
import { FiguresForm, FiguresList, ShippingForm } from '#features/shipping/widgets.tsx';
import { listCountries } from '#kernel/text/country-name.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, text } from '#platform/http/page-form.server.ts';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useShownVersion } from '#ui/form/unsaved/use-shown-version.ts';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'set the market’s shipping');
  const { db } = pageScope(args.context).platform;
  return { figures: await listFigures(db), table: await getStartingTable(db), countries: listCountries() };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'set the market’s shipping');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  return answerForm<FormAnswer>(form, sentFields(form), async () => {
    if (text(form, 'about') === 'figures') {
      const figures = readFiguresForm(form);
      await confirmFirst({ request: new Request(args.request.url) }, platform, admin);
      await changeFigures(platform, admin.id, figures);
      return { saved: 'Shipping figures changed. They apply to new orders.' };
    }
    if (text(form, 'intent') === 'add') return withOneMore(form);
    await putStartingTable(platform, admin.id, readShippingForm(form));
    return { saved: 'Suggested shipping methods saved' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Shipping',
    description: 'When tracking is required, and the shipping methods that sellers start from.',
    path: '/admin/shipping',
    noIndex: true,
  });

export default function AdminShippingPage() {
  const { figures, table, countries } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const isOfFigures = answer?.values?.about === 'figures';
  const shown = useShownVersion(table, isOfFigures ? undefined : answer);
  const [now] = figures;
  return (
    <>
      <div className="page-h">
        <div>
          <h1>Shipping</h1>
          <p>When tracking is required, and the shipping methods that sellers start from.</p>
        </div>
      </div>
      <SavedNote said={answer?.saved} />
      <div className="adm-two">
        <div className="adm-col">
          <Panel
            id="methods"
            title="Suggested shipping methods"
            note="A seller without shipping methods starts from these. Methods that sellers saved stay."
          >
            <ShippingForm
              key={shown.version}
              table={shown}
              countries={countries}
              answer={isOfFigures ? undefined : answer}
            />
          </Panel>
        </div>
        <div className="adm-col">
          <Panel id="figures" title="Shipping figures" note="They apply to new orders. The Fees page shows them.">
            <div className="grid gap-3">
              <FiguresList figures={figures} />
            </div>
            {now && <FiguresForm key={figures.length} figures={now} answer={isOfFigures ? answer : undefined} />}
          </Panel>
        </div>
      </div>
    </>
  );
}
