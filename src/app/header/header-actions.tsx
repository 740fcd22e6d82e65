import { LogOut, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Form } from 'react-router';
import { Avatar } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { shownCount } from '#ui/count.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Menu, MenuButton, MenuHeading, MenuLink, MenuSeparator } from '#ui/menu.tsx';
import { frameIcon } from '#ui/page/place-icons.ts';
import { PremiumBadge } from '#ui/page/premium-badge.tsx';
import { CounterLink } from '#ui/page/site-header.tsx';
import { ThemeMenu } from '#ui/theme/theme-menu.tsx';
import { useRootData, type Viewer } from '../rendering/root-data.ts';
import { Bell } from './bell.tsx';
import { keepOnProfile } from './keep-theme.ts';
import { useCounts } from './live-counts.tsx';

const WaitingNumber = lazyPart(() => import('./waiting-number.tsx'));

export function HeaderActions() {
  const { theme, viewer, frame } = useRootData();
  const counts = useCounts();
  const inBar = new Set(frame.places.bar.map(({ to }) => to));
  const [writers, setWriters] = useState<string | null>(null);
  return (
    <>
      {viewer && (
        <Suspense>
          {/* Entries alone: a message or an offer that waits is one of them, and counts once. */}
          <WaitingNumber
            n={counts.notifications?.n ?? 0}
            chats={counts.messages?.n ?? 0}
            viewerId={viewer.id}
            tell={setWriters}
          />
        </Suspense>
      )}
      {viewer && (
        <ButtonLink kind="primary" to="/listings/create" className="sell">
          <Icon of={Plus} />
          Sell
        </ButtonLink>
      )}
      <ThemeMenu answer={theme} onChosen={viewer ? keepOnProfile : undefined} />
      {frame.places.icons.map(({ to, label, icon, counter = '' }) => {
        const Place = counter === 'notifications' ? Bell : CounterLink;
        return (
          <Place
            key={to}
            to={to}
            label={label}
            icon={frameIcon(icon)}
            count={counts[counter]?.n ?? 0}
            waits={counts[counter]?.waits}
            testId={`counter-${counter}`}
            // Hidden on small screens where the bar has the same link: the search needs the width.
            className={inBar.has(to) ? 'hide-s' : undefined}
            tip={counter === 'messages' ? writers : null}
          />
        );
      })}
      {viewer ? (
        <AccountMenu viewer={viewer} />
      ) : (
        <span className="auth hide-s">
          <ButtonLink kind="ghost" to="/auth/sign-in">
            Sign in
          </ButtonLink>
          <ButtonLink kind="primary" to="/auth/sign-up">
            Create account
          </ButtonLink>
        </span>
      )}
    </>
  );
}

function AccountMenu({ viewer }: { viewer: Viewer }) {
  const { frame } = useRootData();
  const counts = useCounts();
  const waiting = frame.places.menu.reduce((sum, { counter = '' }) => sum + (counts[counter]?.n ?? 0), 0);
  const trigger = (
    <>
      <Avatar name={viewer.username} url={viewer.avatarUrl} size={34} />
      {waiting > 0 && <b className="dot">{shownCount(waiting)}</b>}
    </>
  );
  return (
    <Menu
      label={
        waiting > 0
          ? `${viewer.username}, your account, ${shownCount(waiting)} waiting`
          : `${viewer.username}, your account`
      }
      triggerClass="me"
      trigger={trigger}
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
