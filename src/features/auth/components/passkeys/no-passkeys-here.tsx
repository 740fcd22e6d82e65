import { Note } from '#ui/page/panel.tsx';
import type { PasskeyHindrance } from '../../passkeys/passkey-place.server.ts';

/**
 * Why this address supports no passkeys, with a link to one that does. Another host name is another origin: the member
 * is not signed in there yet.
 */
export function NoPasskeysHere({
  hindrance,
  path,
  quiet = false,
}: {
  hindrance: PasskeyHindrance;
  path: string;
  quiet?: boolean;
}) {
  const { message, url } = hindrance;
  const [before = '', after] = url ? message.split(url) : [message];
  const said = (
    <>
      {before}
      {url && (
        <a
          className="font-medium text-accent-fg underline decoration-accent-border underline-offset-3 hover:decoration-current"
          href={url + path}
        >
          {url}
        </a>
      )}
      {after}
    </>
  );
  return quiet ? <p className="dim text-center text-[0.8125rem]">{said}</p> : <Note>{said}</Note>;
}
