import { CloudOff } from 'lucide-react';
import { connectionIssue, connectionProblem, dismiss, reconnecting, retryConnection } from '#kernel/specified-texts.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';

export interface ConnectionAlertProps {
  /** The state is disconnected and the person has not dismissed it. */
  shown: boolean;
  busy: boolean;
  onRetry: () => void;
  onDismiss: () => void;
}

/** Says that the live connection is gone (UI-03). What is on the page stays readable. */
export function ConnectionAlert({ shown, busy, onRetry, onDismiss }: ConnectionAlertProps) {
  return (
    // The region is there from the start, so that what appears in it is read aloud.
    <div role="alert">
      {shown && (
        <section className="conn" data-testid="connection-alert" aria-labelledby="connection-alert-title">
          <div>
            <Icon of={CloudOff} />
            <h2 id="connection-alert-title">{connectionIssue}</h2>
            <p>{connectionProblem}</p>
            <div className="conn-a">
              <Button kind="primary" size="sm" onClick={onRetry} aria-disabled={busy || undefined}>
                {busy ? reconnecting : retryConnection}
              </Button>
              <Button size="sm" onClick={onDismiss}>
                {dismiss}
              </Button>
            </div>
          </div>
        </section>
      )}
    </div>
  );
}
