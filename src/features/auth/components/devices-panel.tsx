import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/page/panel.tsx';
import type { Device } from '../model/security.contract.ts';

/** The member's sessions, each with a button that ends it. */
export function DevicesPanel({ devices }: { devices: (Device & { since: string })[] }) {
  const hasOthers = devices.some((device) => !device.isCurrent);
  return (
    <Panel title="Signed-in devices" note="Sign out devices that you don’t recognize, then change your password.">
      <ul className="grid">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-border py-3">
            <div className="min-w-0">
              <p className="font-semibold">
                {device.name}
                {device.isCurrent && <span className="dim font-normal"> · this device</span>}
              </p>
              <p className="dim text-[0.8125rem]">
                {device.address ?? 'Unknown address'} · signed in{' '}
                <time dateTime={device.createdAt}>{device.since}</time>
              </p>
            </div>
            {!device.isCurrent && (
              <Form method="post">
                <input type="hidden" name="intent" value="sign-out-one" />
                <input type="hidden" name="id" value={device.id} />
                <Button
                  type="submit"
                  size="sm"
                  aria-label={`Sign out ${device.name}, ${device.address ?? 'unknown address'}`}
                >
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="intent" value="sign-out-others" />
          <Button type="submit" kind="danger-quiet">
            Sign out all other devices
          </Button>
        </Form>
      )}
    </Panel>
  );
}
