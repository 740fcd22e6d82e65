import { Search } from 'lucide-react';
import { Form, Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { PremiumBadge } from '#ui/page/premium-badge.tsx';
import { type MemberRowView, memberQuery } from '../contract.ts';
import { findMembers } from '../members/member.present.server.ts';
import { queryFields } from '../shell/form-fields.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

const filters = [
  { name: 'all', label: 'All', query: {} },
  { name: 'free', label: 'Free', query: { tier: 'free' } },
  { name: 'premium', label: 'Premium', query: { tier: 'premium' } },
  { name: 'suspended', label: 'Suspended', query: { status: 'suspended' } },
] as const;

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'look at members');
  const { platform } = pageScope(args.context);
  const given = queryFields(args.request, ['q', 'tier', 'status', 'cursor']);
  try {
    const query = parseInput(memberQuery, given);
    const { items, ...page } = await findMembers(platform, query);
    const filter = query.status === 'suspended' ? 'suspended' : (query.tier ?? 'all');
    return { ...page, members: items, q: query.q ?? '', filter, isFirst: query.cursor === undefined };
  } catch (error) {
    return pageRefusal(error);
  }
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Members',
    description: 'Find members.',
    path: '/admin/members',
    noIndex: true,
  });

export default function MembersPage() {
  const { members, counts, nextCursor, q, filter, isFirst } = useLoaderData<typeof loader>();
  const { state, location } = useNavigation();
  const busy = state === 'loading' && location.pathname === '/admin/members';
  useLive('operator', {});
  const chosen = filters.find(({ name }) => name === filter) ?? filters[0];
  const countOf = {
    all: counts.all,
    free: counts.all - counts.premium,
    premium: counts.premium,
    suspended: counts.suspended,
  };
  const to = (more: Record<string, string>) => listAddress('/admin/members', { q, ...more });
  return (
    <>
      <div className="page-h">
        <h1>Members</h1>
        <Form className="adm-find" role="search" aria-label="Search members" action="/admin/members">
          {Object.entries(chosen.query).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="fsearch">
            <Icon of={Search} size={16} />
            <label className="sr" htmlFor="find-member">
              Username, display name, email or ID
            </label>
            <input
              key={q}
              id="find-member"
              type="search"
              name="q"
              defaultValue={q}
              placeholder="Search members"
              autoComplete="off"
              spellCheck={false}
              maxLength={100}
              enterKeyHint="search"
            />
          </div>
          <Button type="submit">Search</Button>
        </Form>
      </div>
      <section className="panel flush" aria-label="Members" aria-busy={busy || undefined}>
        <nav className="tabs adm-tabs" aria-label="Filter members">
          {filters.map(({ name, label, query }) => (
            <Link key={name} to={to(query)} aria-current={name === filter ? 'page' : undefined} preventScrollReset>
              {label} <em>{formatNumber(countOf[name])}</em>
            </Link>
          ))}
        </nav>
        {members.length === 0 ? <NoMembers q={q} /> : <MemberTable members={members} />}
      </section>
      <PageLinks
        label="More members"
        newest={!isFirst && ['Newest members', to(chosen.query)]}
        older={nextCursor !== null && ['Older members', to({ ...chosen.query, cursor: nextCursor })]}
      />
    </>
  );
}

function NoMembers({ q }: { q: string }) {
  return (
    <div className="px-6 py-10">
      <EmptyState
        title="No members found"
        action={
          q && (
            <ButtonLink to="/admin/members" kind="primary">
              Clear filters
            </ButtonLink>
          )
        }
      >
        {q.includes('@')
          ? 'Enter the complete email.'
          : 'Enter part of a username or display name, or a complete email or ID.'}
      </EmptyState>
    </div>
  );
}

function MemberTable({ members }: { members: readonly MemberRowView[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label="Members, scrollable table">
      <table className="tbl adm-m">
        <thead>
          <tr>
            <th>Member</th>
            <th>Email</th>
            <th>Joined</th>
            <th>Plan</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ id, username, displayName, avatarUrl, maskedEmail, joinDate, tier, role, suspendedAt }) => (
            <tr key={id}>
              <td>
                <div className="flex items-center gap-3">
                  <Avatar name={username} url={avatarUrl} />
                  <div className="min-w-0">
                    <Link className="adm-name" to={`/admin/members/${id}`}>
                      {username}
                    </Link>
                    {displayName && <p className="dim truncate text-[0.78125rem]">{displayName}</p>}
                  </div>
                </div>
              </td>
              <td className="dim">{maskedEmail}</td>
              <td className="dim">
                <time dateTime={joinDate}>{dayMonthYear(new Date(joinDate))}</time>
              </td>
              <td>{tier === 'premium' ? <PremiumBadge /> : 'Free'}</td>
              <td>
                {suspendedAt ? (
                  <StatusDot tone="bad">Suspended</StatusDot>
                ) : (
                  <StatusDot tone="live">{role === 'admin' ? 'Admin' : 'Active'}</StatusDot>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
