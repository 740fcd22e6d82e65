import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { statementTextInput } from '#features/moderation/contract.ts';
import {
  changeStatementText,
  createStatementText,
  listStatementTexts,
  removeStatementText,
} from '#features/moderation/index.server.ts';
import { placeholders } from '#features/moderation/words.ts';
import { pageScope } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { SavedNote } from '#ui/feedback/saved-note.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { TextForm } from '../components/text-form.tsx';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export interface TextAnswer extends FormAnswer {
  /** Whose form was sent; empty for the new one. */
  id?: string;
}

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'write texts');
  return { texts: await listStatementTexts(pageScope(args.context).platform.db) };
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'write texts');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  const id = text(form, 'id');
  return answerForm<TextAnswer>(form, ['id', 'name', 'reader', 'text'], async () => {
    if (text(form, 'act') === 'remove') {
      await removeStatementText(platform, admin.id, id);
      return { saved: 'Template deleted', id };
    }
    const input = parseInput(statementTextInput, {
      name: text(form, 'name'),
      reader: text(form, 'reader'),
      text: text(form, 'text'),
    });
    if (id === '') await createStatementText(platform, admin.id, input);
    else await changeStatementText(platform, admin.id, id, input);
    return { saved: id === '' ? 'Template created' : 'Template saved', id };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Response templates',
    description: 'Templates for answers to reports.',
    path: '/admin/texts',
    noIndex: true,
  });

export default function TextsPage() {
  const { texts } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<TextAnswer>();
  const answerOf = (id: string) => ((answer?.id ?? answer?.values?.id ?? '') === id ? answer : undefined);
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Reports', to: '/admin/reports' }, { label: 'Response templates' }]} />
      <div className="page-h">
        <div>
          <h1>Response templates</h1>
          <p>Texts for answers to reports. Insert a template on the page of a report and edit it there.</p>
        </div>
      </div>
      <SavedNote said={answer?.saved} />
      <div className="adm-two">
        <div className="adm-col">
          {texts.map((one) => (
            <Panel key={one.id} title={one.name}>
              <TextForm key={one.updatedAt} text={one} answer={answerOf(one.id)} />
            </Panel>
          ))}
          <Panel title="New template" id="new">
            <TextForm key={texts.length} answer={answerOf('')} />
          </Panel>
        </div>
        <div className="adm-col">
          <Panel title="Placeholders" note="Replaced with details of the report.">
            <dl className="dl2">
              {Object.entries(placeholders).map(([name, means]) => (
                <div key={name}>
                  <dt>
                    <code>{`{${name}}`}</code>
                  </dt>
                  <dd>{means}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        </div>
      </div>
    </>
  );
}
