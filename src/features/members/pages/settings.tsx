import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link, type LoaderFunctionArgs, Outlet, useLocation } from 'react-router';
import { requirePageActor } from '#platform/http/page.ts';
import { Icon } from '#ui/icon.tsx';
import { sectionOf, settingsRoot, settingsSections } from '../components/settings-sections.ts';
import '../components/settings.css';

export function loader(args: LoaderFunctionArgs) {
  requirePageActor(args);
  return null;
}

/** The frame of all settings: the sections at the left, each a page of its own with one button that saves it. Small screens show the sections, then one. */
export default function SettingsPage() {
  const { pathname } = useLocation();
  const section = sectionOf(pathname);
  const shown = section ?? settingsSections[0];
  return (
    <div className={`wrap sets ${section ? 'one' : 'list'}`}>
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
            {settingsSections.map(({ to, label, about, icon }) => (
              <li key={to}>
                <Link to={to} aria-current={to === shown?.to ? 'page' : undefined}>
                  <Icon of={icon} />
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
