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
    hidden: 'The want list is hidden. Its owner reads the reason, and how to appeal.',
    released: 'The want list is not hidden any more.',
  });

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Want list', description: 'A want list, for operators.', path: '/admin', noIndex: true });

export default function AdminWantListPage() {
  const { list } = useLoaderData<typeof loader>();
  return (
    <HidePage
      title={list.name === null ? 'A private want list' : `Want list: ${list.name}`}
      publicPage={list.isPublic ? `/want-lists/${list.id}` : null}
      may={list.may}
      thing="want list"
      hides="Nobody but its owner and operators sees it any more, whatever its owner makes of it."
      shows="Everybody sees it again, unless its owner has made it private."
      reads="Read by its owner, and kept in the audit log."
      otherwise={
        list.name === null
          ? 'Only its owner sees it, and no report about it waits.'
          : 'Another operator decides about want lists of yours.'
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
            'By',
            ownerName && (
              <Link key="owner" className="link" to={`/admin/members/${ownerId}`}>
                {ownerName}
              </Link>
            ),
          ],
          ['Seen by', isPublic ? 'Everybody, without its owner’s name' : 'Its owner'],
          ['Lines', lineCount],
          ['Made', dayMonthYear(new Date(createdAt))],
          ['Hidden', hidden && `${dayMonthYear(new Date(hidden.at))}: ${hidden.reason}`],
        ]}
      />
    </Panel>
  );
}
