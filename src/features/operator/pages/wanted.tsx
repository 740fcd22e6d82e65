import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { formatMoney } from '#kernel/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, parseInput, text } from '#platform/http/page-form.server.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Definitions, Panel } from '#ui/panel.tsx';
import { useFormAnswer } from '#ui/use-form-answer.ts';
import { HideActions, type HideAnswer } from '../components/hide-actions.tsx';
import { reasonInput, type WantFactsView } from '../contract.ts';
import { decideWant, lookAtNamedWant } from '../look-at-named-want.server.ts';
import { requirePageOperator } from '../page-operator.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const operator = await requirePageOperator(args, 'look at a wanted post');
  const { platform } = pageScope(args.context);
  return { want: await lookAtNamedWant(platform, args.params.id ?? '', operator.id).catch(pageRefusal) };
}

export async function action(args: ActionFunctionArgs) {
  const operator = await requirePageOperator(args, 'look at a wanted post');
  const { platform } = pageScope(args.context);
  const id = args.params.id ?? '';
  const form = await args.request.formData();
  return answerForm<HideAnswer>(form, ['act', 'reason'], async () => {
    const isRelease = text(form, 'act') === 'release';
    await decideWant(platform, operator.id, id, isRelease ? null : parseInput(reasonInput, { reason: text(form, 'reason') }).reason);
    return { done: isRelease ? 'The wanted post is shown again.' : 'The wanted post is hidden. Its owner reads the reason, and how to appeal.' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Wanted post', description: 'A wanted post, for operators.', path: '/admin', noIndex: true });

export default function OperatorWantedPage() {
  const { want } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<HideAnswer>();
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Reports', to: '/admin/reports' }, { label: 'Wanted post' }]} />
      <div className="page-h adm-h">
        <h1>Wanted: {want.title}</h1>
        {!want.hidden && (
          <ButtonLink to={`/wanted/${want.id}`} size="sm">
            Public page
          </ButtonLink>
        )}
      </div>
      <div className="adm-two">
        <div className="adm-col">
          <Facts want={want} />
        </div>
        <div className="adm-col">
          <HideActions
            may={want.may}
            answer={answer}
            thing="wanted post"
            hides="Nobody but its owner sees it any more, and nothing is found for it."
            shows="Everybody sees it again; what was open is open again, as far as its time allows."
            reads="Read by its owner, and kept in the audit log."
            otherwise="Another operator decides about wanted posts of yours."
          />
        </div>
      </div>
    </>
  );
}

function Facts({ want: { owner, status, highestPrice, quantity, createdAt, expiresAt, hidden, description } }: { want: WantFactsView }) {
  return (
    <Panel title="Wanted post" id="wanted">
      <Definitions
        rows={[
          [
            'By',
            <Link key="owner" className="link" to={`/admin/members/${owner.id}`}>
              {owner.username}
            </Link>,
          ],
          ['State', status],
          ['Pays up to', highestPrice && formatMoney(highestPrice)],
          ['Copies', quantity],
          ['Posted', dayMonthYear(new Date(createdAt))],
          ['Until', dayMonthYear(new Date(expiresAt))],
          ['Hidden', hidden && `${dayMonthYear(new Date(hidden.at))}: ${hidden.reason}`],
        ]}
      />
      {description && (
        <blockquote className="adm-said mt-4" dir="auto">
          {description}
        </blockquote>
      )}
    </Panel>
  );
}
