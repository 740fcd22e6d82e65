import { Form, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { dateAndTime } from '#kernel/time.ts';
import { verifyActs } from '#platform/audit/verify-acts.server.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';

import { Reason } from '../components/act-list.tsx';
import { type ActView, actQuery, acts } from '../contract.ts';
import { actName, deedOf, doerOf } from '../shell/action-words.ts';
import { listNamedActs } from '../shell/actions.queries.server.ts';
import { queryFields } from '../shell/form-fields.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

const fields = ['by', 'act', 'subject'] as const;

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'read the audit log');
  const given = queryFields(args.request, [...fields, 'cursor']);
  try {
    const query = parseInput(actQuery, { ...given, limit: 50 });
    const { platform } = pageScope(args.context);
    const [{ items, nextCursor }, chain] = await Promise.all([
      listNamedActs(platform, query, admin.id),
      verifyActs(platform.db),
    ]);
    const filter = Object.fromEntries(fields.flatMap((name) => (query[name] ? [[name, query[name]]] : []))) as Partial<
      Record<(typeof fields)[number], string>
    >;
    return { acts: items, nextCursor, filter, isFirst: query.cursor === undefined, chain, readerId: admin.id };
  } catch (error) {
    return pageRefusal(error);
  }
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, { title: 'Audit log', description: 'Actions by admins.', path: '/admin/audit', noIndex: true });

export default function AuditPage() {
  const { acts: shown, nextCursor, filter, isFirst, chain, readerId } = useLoaderData<typeof loader>();
  const { state, location } = useNavigation();
  const busy = state === 'loading' && location.pathname === '/admin/audit';
  const isFiltered = Object.keys(filter).length > 0;
  useLive('operator', {});
  return (
    <>
      <div className="page-h">
        <div>
          <h1>Audit log</h1>
          <p>All admin actions in the browser, the API and the command line. Entries can’t be changed or deleted.</p>
        </div>
      </div>
      <Note tone={chain.broken ? 'danger' : 'success'} className="mb-4">
        The log is unchanged up to line {formatNumber(chain.wholeTo)}.
        {chain.broken && ` Problem at line ${formatNumber(chain.broken.line)}: ${chain.broken.what}.`}
      </Note>
      <Form className="adm-filter" action="/admin/audit" key={JSON.stringify(filter)} aria-label="Filter actions">
        <TextInput
          label="Admin"
          name="by"
          mark={false}
          defaultValue={filter.by}
          placeholder="Username, or command line"
          maxLength={100}
          autoComplete="off"
        />
        <Select label="Action" name="act" mark={false} defaultValue={filter.act ?? ''}>
          <option value="">All actions</option>
          {acts.map((act) => (
            <option key={act} value={act}>
              {actName(act)}
            </option>
          ))}
        </Select>
        <TextInput
          label="Member, listing or order"
          name="subject"
          mark={false}
          defaultValue={filter.subject}
          placeholder="Username or ID"
          maxLength={100}
          autoComplete="off"
        />
        <Button type="submit" busy={busy}>
          Apply filters
        </Button>
      </Form>
      <section className="panel flush" aria-label="Actions" aria-busy={busy || undefined}>
        {shown.length === 0 ? (
          <div className="px-6 py-10">
            <EmptyState
              title={isFiltered ? 'No matching actions' : 'No actions yet'}
              action={isFiltered && <ButtonLink to="/admin/audit">Clear filters</ButtonLink>}
            >
              Every admin action appears here.
            </EmptyState>
          </div>
        ) : (
          <ActTable acts={shown} readerId={readerId} />
        )}
      </section>
      <PageLinks
        label="More actions"
        newest={!isFirst && ['Newest', listAddress('/admin/audit', filter)]}
        older={nextCursor !== null && ['Older', listAddress('/admin/audit', { ...filter, cursor: nextCursor })]}
      />
    </>
  );
}

function ActTable({ acts: shown, readerId }: { acts: readonly ActView[]; readerId: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label="Actions, scrollable table">
      <table className="tbl adm-a">
        <thead>
          <tr>
            <th>Time</th>
            <th>Admin</th>
            <th>Action</th>
            <th>Target</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.id}>
              <td className="dim tnum">
                <time dateTime={one.at}>{dateAndTime(new Date(one.at))}</time>
              </td>
              <td>{doerOf(one, readerId)}</td>
              <td className="adm-what">
                {deedOf(one)}
                <Reason of={one} />
              </td>
              <td>
                {one.subjectName ? (
                  <Link className="adm-name" to={`/admin/members/${one.subject}`}>
                    {one.subjectName}
                  </Link>
                ) : one.act.startsWith('listing.') ? (
                  <Link className="adm-name" to={`/admin/listings/${one.subject}`}>
                    Listing
                  </Link>
                ) : /^(?:order|dispute)\./.test(one.act) ? (
                  <Link className="adm-name" to={`/admin/orders/${one.subject}`}>
                    Order
                  </Link>
                ) : (
                  <code className="adm-id">{one.subject}</code>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
