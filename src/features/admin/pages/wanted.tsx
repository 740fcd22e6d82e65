import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import { HidePage } from '../components/reports/hide-page.tsx';
import type { WantFactsView } from '../contract.ts';
import { decideWant, inspectNamedWant } from '../reports/find-want.server.ts';
import { hideByForm } from '../reports/hide-by-form.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at a wanted post');
  const { platform } = pageScope(args.context);
  return { want: await inspectNamedWant(platform, args.params.id ?? '', admin.id).catch(pageRefusal) };
}

export const action = (args: ActionFunctionArgs) =>
  hideByForm(args, {
    verb: 'look at a wanted post',
    decide: decideWant,
    hidden: 'The wanted post is hidden. Its owner reads the reason, and how to appeal.',
    released: 'The wanted post is shown again.',
  });

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Wanted post',
    description: 'A wanted post, for operators.',
    path: '/admin',
    noIndex: true,
  });

export default function AdminWantedPage() {
  const { want } = useLoaderData<typeof loader>();
  return (
    <HidePage
      title={`Wanted: ${want.title}`}
      publicPage={want.hidden ? null : `/wanted/${want.id}`}
      may={want.may}
      thing="wanted post"
      hides="Nobody but its owner sees it any more, and nothing is found for it."
      shows="Everybody sees it again; what was open is open again, as far as its time allows."
      reads="Read by its owner, and kept in the audit log."
      otherwise="Another operator decides about wanted posts of yours."
    >
      <Facts want={want} />
    </HidePage>
  );
}

function Facts({
  want: { owner, status, highestPrice, quantity, createdAt, expiresAt, hidden, description },
}: {
  want: WantFactsView;
}) {
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
