import { LogOut } from 'lucide-react';
import { Form } from 'react-router';
import { Avatar } from '#ui/avatar.tsx';
import { shownCount } from '#ui/count.ts';
import { Menu, MenuButton, MenuHeading, MenuLink, MenuSeparator } from '#ui/menu.tsx';
import { frameIcon } from '#ui/page/place-icons.ts';
import { PremiumBadge } from '#ui/page/premium-badge.tsx';
import { useRootData, type Viewer } from '../rendering/root-data.ts';
import { useCounts } from './live-counts.tsx';

const menuId = 'account-menu';

/** What waits at the places of the menu. */
function useWaiting(): number {
  const { places } = useRootData().frame;
  const counts = useCounts();
  return places.menu.reduce((sum, { counter = '' }) => sum + (counts[counter]?.n ?? 0), 0);
}

function accountLabel({ username }: Viewer, waiting: number): string {
  return waiting > 0 ? `${username}, your account, ${shownCount(waiting)} waiting` : `${username}, your account`;
}

function AccountPicture({ viewer: { username, avatarUrl }, size }: { viewer: Viewer; size: number }) {
  const waiting = useWaiting();
  return (
    <>
      <Avatar name={username} url={avatarUrl} size={size} />
      {waiting > 0 && (
        <b className="dot" aria-hidden="true">
          {shownCount(waiting)}
        </b>
      )}
    </>
  );
}

/** The last button of the bar of small screens, which opens the header's menu. */
export function BarAccount({ viewer }: { viewer: Viewer }) {
  const waiting = useWaiting();
  return (
    <button type="button" popoverTarget={menuId} aria-haspopup="menu">
      <AccountPicture viewer={viewer} size={22} />
      You<span className="sr">, {accountLabel(viewer, waiting)}</span>
    </button>
  );
}

/** The member's places and sign-out: opened by the avatar in the header, on small screens by the bar's last button. */
export function AccountMenu({ viewer }: { viewer: Viewer }) {
  const { frame } = useRootData();
  const counts = useCounts();
  const waiting = useWaiting();
  return (
    <Menu
      id={menuId}
      label={accountLabel(viewer, waiting)}
      triggerClass="me hide-s"
      trigger={<AccountPicture viewer={viewer} size={34} />}
    >
      <MenuHeading>
        <strong>{viewer.username}</strong>
        {viewer.tier === 'premium' ? <PremiumBadge /> : <span>Free</span>}
      </MenuHeading>
      <MenuSeparator />
      {frame.places.menu.map(({ to, label, icon, counter }) => (
        <MenuLink
          key={to}
          to={to}
          icon={frameIcon(icon)}
          count={
            counter
              ? { n: counts[counter]?.n ?? 0, waits: counts[counter]?.waits ?? null, testId: `counter-${counter}` }
              : undefined
          }
        >
          {label}
        </MenuLink>
      ))}
      <MenuSeparator />
      <Form method="post" action="/auth/sign-out">
        <MenuButton type="submit" icon={LogOut}>
          Sign out
        </MenuButton>
      </Form>
    </Menu>
  );
}
