import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useFetcher, useSearchParams } from 'react-router';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useToast } from '#ui/feedback/toast.tsx';
import { useAnswer } from '#ui/form/use-answer.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Note, Panel } from '#ui/page/panel.tsx';
import { messages } from '../../model/messages.ts';
import { passkeyLimit } from '../../passkeys/passkey.rules.ts';
import type { passkeyPanel } from '../../passkeys/passkey-forms.server.ts';
import { NoPasskeysHere } from './no-passkeys-here.tsx';
import type { OpenedPasskeyDialog } from './passkey-dialog.tsx';

export type PasskeyFacts = Awaited<ReturnType<typeof passkeyPanel>>;
export type ShownPasskey = PasskeyFacts['passkeys'][number];

const PasskeyDialog = lazyPart(
  () => import('./passkey-dialog.tsx'),
  () => <Note tone="danger">{messages.network}</Note>,
);

const action = '/settings/security';
const confirm = `/settings/security/confirm?next=${encodeURIComponent('/settings/security?add=passkey')}`;

/** A member's passkeys: list, add, rename, remove all but the last sign-in method. */
export function PasskeysPanel({
  passkeys,
  hindrance,
  suggestedName,
  isConfirmed,
  isLastWayIn,
  isAdding,
}: PasskeyFacts) {
  const [query, setQuery] = useSearchParams();
  const [open, setOpen] = useState<OpenedPasskeyDialog | null>(
    isAdding && isConfirmed && !hindrance ? { what: 'add' } : null,
  );
  /** The dialog of the last submit: only that one shows its errors. */
  const [sender, setSender] = useState<OpenedPasskeyDialog | null>(null);
  const toast = useToast();
  const change = useFetcher<FormAnswer>();
  const problem = change.data?.problem;
  useAnswer(change, ({ saved }) => {
    if (saved === undefined) return;
    setOpen(null);
    toast({ title: saved });
  });

  const send = (fields: Record<string, string>) => {
    setSender(open);
    void change.submit(fields, { method: 'post', action });
  };
  const close = () => {
    setOpen(null);
    if (query.has('add')) setQuery({}, { replace: true, preventScrollReset: true });
  };
  const dialog = {
    busy: change.state !== 'idle',
    problem: sender === open ? problem : undefined,
    onClose: close,
    send,
  };
  return (
    <Panel
      id="passkeys"
      title="Passkeys"
      note="Sign in with your fingerprint, face or screen lock, without a password or code."
    >
      <div className="mb-3 hidden noscript:block">
        <Note>Passkeys need JavaScript. Turn it on to add, rename or remove passkeys.</Note>
      </div>
      {passkeys.length > 0 && (
        <ul className="grid">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center justify-between gap-3 border-t border-border py-3"
            >
              <div className="flex min-w-0 items-start gap-3">
                <Icon of={KeyRound} size={18} className="dim mt-0.5 flex-none" />
                <div className="min-w-0">
                  <p className="font-semibold wrap-anywhere">{passkey.name}</p>
                  <p className="dim text-[0.8125rem]">
                    {storageOf(passkey)} · added <time dateTime={passkey.createdAt}>{passkey.since}</time> ·{' '}
                    {passkey.lastUsedAt ? (
                      <>
                        last used <time dateTime={passkey.lastUsedAt}>{passkey.used}</time>
                      </>
                    ) : (
                      'not used yet'
                    )}
                  </p>
                </div>
              </div>
              <div className="flex gap-2 max-sm:pl-[30px] noscript:hidden">
                <Button
                  size="sm"
                  aria-label={`Rename passkey ${passkey.name}`}
                  onClick={() => setOpen({ what: 'rename', passkey })}
                >
                  Rename passkey
                </Button>
                {!isLastWayIn && (
                  <Button
                    size="sm"
                    aria-label={`Remove passkey ${passkey.name}`}
                    onClick={() => setOpen({ what: 'remove', passkey })}
                  >
                    Remove passkey
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 noscript:hidden">
        {hindrance ? (
          <NoPasskeysHere hindrance={hindrance} path="/settings/security" />
        ) : passkeys.length >= passkeyLimit ? (
          <p className="dim text-[0.8125rem]">
            You have {passkeyLimit} passkeys, the maximum. Remove one to add another.
          </p>
        ) : isConfirmed ? (
          <Button onClick={() => setOpen({ what: 'add' })}>Add a passkey</Button>
        ) : (
          <ButtonLink to={confirm}>Add a passkey</ButtonLink>
        )}
      </div>
      <div aria-live="polite">
        <Suspense>{open && <PasskeyDialog opened={open} suggestedName={suggestedName} {...dialog} />}</Suspense>
      </div>
    </Panel>
  );
}

function storageOf({ maker, deviceType }: ShownPasskey): string {
  return maker ?? (deviceType === 'multiDevice' ? 'Synced between your devices' : 'On one device');
}
