import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router';
import { navigationLinks } from '#platform/frame.ts';
import { pageScope } from '#platform/http/page.ts';
import { Note } from '#ui/page/panel.tsx';
import { LinkTabs } from '#ui/page/tabs.tsx';
import { countByPage } from '../overview/queues.server.ts';
import { requirePageAdmin } from '../shell/page-admin.server.ts';
import '../components/admin.css';

export async function loader(args: LoaderFunctionArgs) {
  const admin = await requirePageAdmin(args, 'look at members');
  const { platform } = pageScope(args.context);
  const waiting = await countByPage(platform, admin.id);
  const tabs = navigationLinks(platform.frame, 'operator', admin).map(({ to, label, end }) => {
    const count = waiting.get(to) ?? 0;
    return { to, label, end, ...(count > 0 && { count }) };
  });
  return { tabs, unnamedProxy: platform.clients.unnamedProxy() };
}

export default function AdminFrame() {
  const { tabs, unnamedProxy } = useLoaderData<typeof loader>();
  return (
    <div className="wrap adm">
      <LinkTabs label="Admin" tabs={tabs} />
      {unnamedProxy && (
        <Note tone="danger" role="alert" className="mb-4">
          A proxy at {unnamedProxy} forwards requests, but TRUSTED_PROXIES doesn’t list it. Limits by network don’t work
          because client addresses are unknown. Add {unnamedProxy} to TRUSTED_PROXIES and restart.
        </Note>
      )}
      <Outlet />
    </div>
  );
}
