import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { confirmFirst, limitOf } from '#features/auth/index.server.ts';
import { getAccount } from '#features/members/index.server.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { answerForm, text } from '#platform/http/page-form.server.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Note } from '#ui/page/panel.tsx';
import { PremiumBadge } from '#ui/page/premium-badge.tsx';
import { ActsPanel } from '../components/act-list.tsx';
import { DoneNotice } from '../components/done-notice.tsx';
import { FeaturePanel } from '../components/members/feature-panel.tsx';
import { MemberActions } from '../components/members/member-actions.tsx';
import { MemberDecisions } from '../components/members/member-decisions.tsx';
import { AccountFacts } from '../components/members/member-facts.tsx';
import { OpenAccount } from '../components/members/open-account.tsx';
import { actOnMember, type MemberAnswer } from '../members/act-on-member.server.ts';
import { knowMember } from '../members/member.present.server.ts';
import { listNamedActs } from '../shell/actions.queries.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';

const shownActs = 10;

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at members');
  const { platform } = pageScope(args.context);
  try {
    const { id } = await getAccount(platform.db, args.params.id ?? '');
    const member = await knowMember(platform, id, admin.id);
    const shown = platform.adminPanels.filter(({ needsCase }) => !needsCase || member.opened);
    const [limitedUntil, acts, panels] = await Promise.all([
      limitOf(platform, id, platform.clock.now()),
      listNamedActs(platform, { subject: id, limit: shownActs }, admin.id),
      Promise.all(
        shown.map(async (panel) => ({
          id: panel.id,
          title: panel.title,
          rows: await panel.read(platform, id, admin.id),
        })),
      ),
    ]);
    const until = limitedUntil?.toISOString() ?? null;
    return {
      member,
      limitedUntil: until,
      panels,
      acts: acts.items,
      hasMore: acts.nextCursor !== null,
      readerId: admin.id,
      now: platform.clock.now().toISOString(),
    };
  } catch (error) {
    return pageRefusal(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at members');
  const { platform } = pageScope(args.context);
  const form = await args.request.formData();
  const member = await getAccount(platform.db, args.params.id ?? '').catch(pageRefusal);
  const act = text(form, 'act');
  if (act === 'reset-factors' || act === 'end-sessions') {
    const back = new URL(`/admin/members/${member.id}?do=${act}`, args.request.url);
    await confirmFirst({ request: new Request(back) }, platform, admin);
  }
  return answerForm<MemberAnswer>(form, ['act', 'months', 'reason', 'rule', 'days'], () =>
    actOnMember({ platform, member, by: admin.id, form }),
  );
}

/** Another dialog is no other page. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return formMethod === undefined && isSamePage ? false : defaultShouldRevalidate;
}

export const meta = ({ matches, loaderData }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: loaderData?.member.username ?? 'Member',
    description: 'Account details and actions.',
    path: '/admin',
    noIndex: true,
  });

export default function MemberPage() {
  const { member, limitedUntil, panels, acts, hasMore, readerId, now } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<MemberAnswer>();
  const [searchParams] = useSearchParams();
  const { id, username, displayName, avatarUrl, tier, suspendedAt, suspendedReason, role, joinDate, opened } = member;
  // Each opened case has its own subscription, which ends with it.
  useLive('operator', { id, ...(opened && { opened: opened.until }) });
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Members', to: '/admin/members' }, { label: username }]} />
      <div className="page-h adm-h">
        <div className="adm-who">
          <Avatar name={username} url={avatarUrl} size={52} />
          <div className="min-w-0">
            <h1>{username}</h1>
            <p>
              {displayName && `${displayName} · `}Joined {dayMonthYear(new Date(joinDate))}
            </p>
          </div>
        </div>
        <div className="adm-marks">
          {tier === 'premium' && <PremiumBadge />}
          {suspendedAt ? (
            <StatusDot tone="bad">Suspended</StatusDot>
          ) : (
            <StatusDot tone="live">{role === 'admin' ? 'Admin' : 'Active'}</StatusDot>
          )}
          {!suspendedAt && (
            <ButtonLink to={`/profile/${id}`} size="sm">
              View public profile
            </ButtonLink>
          )}
        </div>
      </div>
      <DoneNotice answer={answer} />
      {suspendedAt && (
        <Note tone="warning" className="mb-4">
          Suspended on {dayMonthYear(new Date(suspendedAt))}. Reason: “{suspendedReason}”
        </Note>
      )}
      <div className="adm-two">
        <div className="adm-col">
          <AccountFacts member={member} email={answer?.email} now={now} />
          {!member.opened && (
            <OpenAccount memberId={id} answer={answer?.values?.act === 'open-account' ? answer : undefined} />
          )}
          {panels.map((panel) => (
            <FeaturePanel key={panel.id} {...panel} />
          ))}
        </div>
        <div className="adm-col">
          <MemberActions key={id} member={member} answer={answer} requestedAct={searchParams.get('do')} />
          {role !== 'admin' && <MemberDecisions limitedUntil={limitedUntil} answer={answer} />}
          <ActsPanel id="history" acts={acts} readerId={readerId} now={now}>
            {hasMore && (
              <p className="mt-3">
                <ButtonLink size="sm" to={`/admin/audit?subject=${username}`}>
                  View audit log
                </ButtonLink>
              </p>
            )}
          </ActsPanel>
        </div>
      </div>
    </>
  );
}
