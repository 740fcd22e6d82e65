import { Form } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Note, Panel } from '#ui/page/panel.tsx';
import type { SecondFactorView } from '../model/security.contract.ts';

const authenticatorPath = '/settings/security/authenticator';

/** The second factor: off with its purpose, half set up, or on with its date. */
export function AuthenticatorPanel({ factor, since }: { factor: SecondFactorView; since: string | null }) {
  return (
    <Panel
      title="Authenticator app"
      note="A code from your phone, asked for after your password or Google. A stolen password alone then opens nothing."
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
          <ButtonLink to={authenticatorPath}>{factor.enabled ? 'Change' : 'Finish setting up'}</ButtonLink>
        ) : (
          <Form method="post" action={authenticatorPath}>
            <input type="hidden" name="intent" value="begin" />
            <Button type="submit">Set up</Button>
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
    <Panel title="Recovery codes" note="For when your phone is lost. Each is good once.">
      {left <= few && (
        <Note tone="warning" className="mb-4">
          {left === 0
            ? 'You have used all of them. Make new ones now: without your phone there is no way in.'
            : 'Make new ones before they run out.'}
        </Note>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">{left === 1 ? '1 code left' : `${left} codes left`}</p>
        <ButtonLink to="/settings/security/recovery-codes">Make new codes</ButtonLink>
      </div>
    </Panel>
  );
}
