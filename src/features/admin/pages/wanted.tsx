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
    hidden: 'Wanted post hidden. We notified the owner.',
    released: 'Wanted post restored',
  });

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Wanted post',
    description: 'Wanted post details.',
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
      hides="Only the owner can see this wanted post. No new matches are added."
      shows="Everyone can see it again. It reopens unless it has expired."
      reads="Shown to the owner and recorded in the audit log."
      otherwise="Another admin must handle your own wanted posts."
    >
      <Facts want={want} />
    </HidePage>
  );
}

const statusWords: Record<WantFactsView['status'], string> = {
  open: 'Open',
  filled: 'Filled',
  closed: 'Closed',
  expired: 'Expired',
};

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
            'Owner',
            <Link key="owner" className="link" to={`/admin/members/${owner.id}`}>
              {owner.username}
            </Link>,
          ],
          ['Status', statusWords[status]],
          ['Maximum price', highestPrice && formatMoney(highestPrice)],
          ['Quantity', quantity],
          ['Created', dayMonthYear(new Date(createdAt))],
          ['Ends', dayMonthYear(new Date(expiresAt))],
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
