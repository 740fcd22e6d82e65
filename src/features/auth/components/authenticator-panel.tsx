import { Form } from 'react-router';
import { plural } from '#kernel/format.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { SecondFactorView } from '../model/security.contract.ts';

const authenticatorPath = '/settings/security/authenticator';

/** The second factor: off with its purpose, half set up, or on with its date. */
export function AuthenticatorPanel({ factor, since }: { factor: SecondFactorView; since: string | null }) {
  return (
    <Panel
      title="Authenticator app"
      note="Two-step verification asks for a code from your phone after your password or Google. It protects your account if your password is stolen."
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">
          {factor.enabled ? 'On' : 'Off'}
          {factor.enabled && (
            <span className="dim font-normal">
              {' '}
              · since <time dateTime={factor.enabledAt ?? undefined}>{since}</time>
            </span>
          )}
        </p>
        {factor.enabled || factor.waiting ? (
          <ButtonLink to={authenticatorPath}>{factor.enabled ? 'Manage app' : 'Finish setup'}</ButtonLink>
        ) : (
          <Form method="post" action={authenticatorPath}>
            <input type="hidden" name="intent" value="begin" />
            <Button type="submit">Set up app</Button>
          </Form>
        )}
      </div>
    </Panel>
  );
}

const few = 3;

/** How many recovery codes are left, with a button for new ones. */
export function RecoveryCodesPanel({ left }: { left: number }) {
  return (
    <Panel title="Recovery codes" note="Use a code to sign in if you lose your phone. Each code works once.">
      {left <= few && (
        <Note tone="warning" className="mb-4">
          {left === 0
            ? 'You’ve used all your recovery codes. Generate new ones now, so that you can sign in if you lose your phone.'
            : 'You have few recovery codes left. Generate new ones.'}
        </Note>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">{plural(left, { one: '# code left', other: '# codes left' })}</p>
        <ButtonLink to="/settings/security/recovery-codes">Generate new codes</ButtonLink>
      </div>
    </Panel>
  );
}
