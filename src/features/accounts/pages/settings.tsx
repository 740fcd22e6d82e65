import { type LoaderFunctionArgs, Outlet } from 'react-router';
import { requirePageActor } from '#platform/http/page.ts';
import { LinkTabs } from '#ui/tabs.tsx';

export function loader(args: LoaderFunctionArgs) {
  requirePageActor(args);
  return null;
}

/** The frame of all settings: each section is a page of its own with one button that saves it. */
export default function SettingsPage() {
  return (
    <div className="wrap form pb-20">
      <div className="page-h">
        <h1>Settings</h1>
      </div>
      <LinkTabs
        label="Settings"
        tabs={[
          { to: '/settings', label: 'Profile', end: true },
          { to: '/settings/appearance', label: 'Appearance' },
          { to: '/settings/security', label: 'Security' },
          { to: '/settings/subscription', label: 'Subscription' },
          { to: '/settings/data', label: 'Data' },
        ]}
      />
      <div className="mt-6 grid gap-5">
        <Outlet />
      </div>
    </div>
  );
}
