import { type ActionFunctionArgs, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Definitions, Panel } from '#ui/page/panel.tsx';
import { HidePage } from '../components/reports/hide-page.tsx';
import type { WantListFactsView } from '../contract.ts';
import { decideList, inspectNamedList } from '../reports/find-list.server.ts';
import { hideByForm } from '../reports/hide-by-form.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at a want list');
  const { platform } = pageScope(args.context);
  return { list: await inspectNamedList(platform, args.params.id ?? '', admin.id).catch(pageRefusal) };
}

export const action = (args: ActionFunctionArgs) =>
  hideByForm(args, {
    verb: 'look at a want list',
    decide: decideList,
    hidden: 'Want list hidden. We notified the owner.',
    released: 'Want list restored',
  });

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Want list', description: 'Want list details.', path: '/admin', noIndex: true });

export default function AdminWantListPage() {
  const { list } = useLoaderData<typeof loader>();
  return (
    <HidePage
      title={list.name === null ? 'Private want list' : `Want list: ${list.name}`}
      publicPage={list.isPublic ? `/want-lists/${list.id}` : null}
      may={list.may}
      thing="want list"
      hides="Only its owner and admins can see it, even if the owner makes it public."
      shows="Everyone can see it again, unless the owner made it private."
      reads="Shown to the owner and recorded in the audit log."
      otherwise={
        list.name === null
          ? 'This list is private and has no open report.'
          : 'Another admin must handle your own want lists.'
      }
    >
      <Facts list={list} />
    </HidePage>
  );
}

function Facts({ list: { ownerId, ownerName, isPublic, lineCount, createdAt, hidden } }: { list: WantListFactsView }) {
  return (
    <Panel title="Want list" id="want-list">
      <Definitions
        rows={[
          [
            'Owner',
            ownerName && (
              <Link key="owner" className="link" to={`/admin/members/${ownerId}`}>
                {ownerName}
              </Link>
            ),
          ],
          ['Visible to', isPublic ? 'Everyone, without the owner’s name' : 'Owner'],
          ['Lines', lineCount],
          ['Created', dayMonthYear(new Date(createdAt))],
          ['Hidden', hidden && `${dayMonthYear(new Date(hidden.at))}: ${hidden.reason}`],
        ]}
      />
    </Panel>
  );
}
