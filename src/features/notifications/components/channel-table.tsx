import type { Channel, NotifiedKind } from '../contract.ts';

const columns: readonly { channel: Channel; head: string; says: string }[] = [
  { channel: 'app', head: 'In the app', says: 'in the app' },
  { channel: 'mail', head: 'Email', says: 'by email' },
  { channel: 'push', head: 'Push', says: 'by push' },
];

/**
 * The member's preferences: one row per kind, one column per channel. Fields are named `KIND.CHANNEL`; each kind listed
 * here also sends `shown`.
 */
export function ChannelTable({ kinds }: { kinds: readonly (NotifiedKind & { on: readonly Channel[] })[] }) {
  return (
    <table className="ntf-chs">
      <caption className="sr">Notifications by channel</caption>
      <thead>
        <tr>
          <th scope="col">Notification</th>
          {columns.map(({ channel, head }) => (
            <th key={channel} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ name, label, means, has, on }) => (
          <tr key={name}>
            <th scope="row">
              {label}
              <small>{means}</small>
              <input type="hidden" name="shown" value={name} />
            </th>
            {columns.map(({ channel, says }) => (
              <td key={channel}>
                {has[channel] ? (
                  <label className="ck">
                    <input
                      type="checkbox"
                      name={`${name}.${channel}`}
                      aria-label={`${label}, ${says}`}
                      defaultChecked={on.includes(channel)}
                    />
                  </label>
                ) : (
                  <span className="dim">{channel === 'mail' ? 'Always' : 'Never'}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
