import { WatchersForm, type WatchersFormProps } from './watchers-form.tsx';

/** Under a seller's own listing: closed by default, open where one of these offers waits for answers. */
export default function WatchersPanel(props: Omit<WatchersFormProps, 'answer'>) {
  return (
    <details className="mt-4" open={props.last !== null || undefined} data-testid="watchers-offer">
      <summary className="cursor-pointer font-semibold">Send offer to interested buyers</summary>
      <div className="mt-3">
        <WatchersForm {...props} />
      </div>
    </details>
  );
}
