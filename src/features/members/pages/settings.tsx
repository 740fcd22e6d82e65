import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link, type LoaderFunctionArgs, Outlet, useLoaderData, useLocation } from 'react-router';
import { isUnder } from '#kernel/address.ts';
import { navigationLinks } from '#platform/frame.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { Icon } from '#ui/icon.tsx';
import { innerIcon } from '#ui/page/inner-icons.ts';
import '../components/settings.css';
import { memberPolicy } from '../model/member.policy.ts';

export function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, memberPolicy, 'open the settings');
  return { sections: navigationLinks(pageScope(args.context).platform.frame, 'settings', actor) };
}

/** Shows the profile on wide screens, and the list of sections on narrow ones. */
const settingsRoot = '/settings';

/**
 * The layout of all settings: sections at the left, each a page with one save button. Small screens show the list, then
 * one section.
 */
export default function SettingsPage() {
  const { pathname } = useLocation();
  const { sections } = useLoaderData<typeof loader>();
  useLive('me', {});
  const section = sections.find(({ to }) => isUnder(to, pathname));
  const shown = section ?? sections[0];
  return (
    <div className={`wrap sets ${section ? 'one' : 'list'}`}>
      <Link className="sets-dash" to="/dashboard">
        <Icon of={ChevronLeft} />
        Dashboard
      </Link>
      <Link className="sets-back" to={settingsRoot}>
        <Icon of={ChevronLeft} />
        All settings
      </Link>
      <div className="page-h">
        <h1>
          <span className="all">Settings</span>
          <span className="here">{section?.label}</span>
        </h1>
      </div>
      <div className="sets-b">
        <nav className="sets-nav" aria-label="Settings">
          <ul>
            {sections.map(({ to, label, about, icon }) => (
              <li key={to}>
                <Link to={to} aria-current={to === shown?.to ? 'page' : undefined}>
                  <Icon of={innerIcon(icon)} />
                  <span>
                    {label}
                    <small>{about}</small>
                  </span>
                  <Icon of={ChevronRight} className="go" />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="sets-main">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
