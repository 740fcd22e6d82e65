import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { frameIcon } from '#ui/page/place-icons.ts';
import { CounterLink } from '#ui/page/site-header.tsx';
import { ThemeMenu } from '#ui/theme/theme-menu.tsx';
import { useRootData } from '../rendering/root-data.ts';
import { AccountMenu } from './account-menu.tsx';
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
