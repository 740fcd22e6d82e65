import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';

type State = 'unknown' | 'impossible' | 'refused' | 'off' | 'on' | 'busy' | 'failed';

const words: Record<State, string> = {
  unknown: '',
  impossible: 'This browser doesn’t support push notifications. On a phone, add this site to your home screen first.',
  refused: 'Notifications are blocked. Allow them in your browser’s site settings.',
  off: 'Push notifications are off on this device.',
  on: 'Push notifications are on for this device, even while the site is closed. They end when you sign out.',
  busy: '',
  failed: 'Couldn’t change push notifications. Check your connection and try again.',
};

const isPossible = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function current(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Registers this device for the member who is signed in. */
async function register(subscription: PushSubscription): Promise<void> {
  const body = JSON.stringify(subscription);
  const answer = await fetch('/api/push/subscriptions', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
}

async function turnOn(): Promise<State> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  await navigator.serviceWorker.register('/offline-worker.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const { key }: { key: string } = await (await fetch('/api/push/key')).json();
  await register(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  return 'on';
}

async function turnOff(): Promise<State> {
  const subscription = await current();
  if (!subscription) return 'off';
  const answer = await fetch(`/api/push/subscriptions?endpoint=${encodeURIComponent(subscription.endpoint)}`, {
    method: 'DELETE',
  });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  await subscription.unsubscribe();
  return 'off';
}

async function findState(): Promise<State> {
  if (!isPossible()) return 'impossible';
  if (Notification.permission === 'denied') return 'refused';
  const subscription = await current();
  if (!subscription) return 'off';
  // The browser has a subscription, but it may belong to an earlier session.
  await register(subscription);
  return 'on';
}

const settled = (state: Promise<State>) => state.catch((): State => 'failed');

/**
 * Shows whether this device gets push notifications, with a button that changes it. Needs JavaScript, as Web Push does.
 */
export function PushHere() {
  const [state, setState] = useState<State>('unknown');
  useEffect(() => void settled(findState()).then(setState), []);
  const change = (way: () => Promise<State>) => {
    setState('busy');
    void settled(way()).then(setState);
  };
  return (
    <>
      <p className="dim" role="status">
        {words[state]}
      </p>
      <noscript>
        <p className="dim">Push notifications need JavaScript.</p>
      </noscript>
      {(state === 'off' || state === 'failed' || state === 'busy') && (
        <Button className="mt-3" busy={state === 'busy'} busyLabel="Turning on…" onClick={() => change(turnOn)}>
          Turn on push notifications
        </Button>
      )}
      {state === 'on' && (
        <Button className="mt-3" onClick={() => change(turnOff)}>
          Turn off push notifications
        </Button>
      )}
    </>
  );
}
