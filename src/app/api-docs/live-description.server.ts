import { type CloseReason, closeCodes, maxListeners } from '#platform/realtime/protocol/protocol.ts';
import type { Composition } from '../server/compose.server.ts';

const closings: Record<CloseReason, string> = {
  going_away: 'this process stops: connect again',
  unavailable: 'it cannot answer at this moment: connect again later',
  bad_request: 'a frame that is not understood',
  session_ended: 'the session is over',
  token_refused: 'the token is not good, or not any more: get another one',
  hello_timeout: 'no hello within 5 s',
  session_renewed: 'the session goes on under another cookie or token: connect again',
  too_many_frames: 'more frames than the channel takes',
  slow_consumer: 'events were read too slowly: connect again with lastEventId',
};

/**
 * The live channel in the API document: its frames, its queries with the events of each, and why the server ends a
 * connection.
 */
export function describeLive(channels: Composition['channels']): string {
  return [frames, queriesOf(channels), closingsOf()].join('\n\n');
}

const frames = `One JSON object a frame, at most 16 kB.

**You send**

- \`{type:"hello", token?, lastEventId?}\` first, within 5 s. Without a token the session cookie says who you are; without either you are a visitor. A second hello with a newer token of the same member keeps the connection.
- \`{type:"subscribe", id, query, params, lastEventId?}\`: listens to a query under an id of your own; at most ${maxListeners} at a time.
- \`{type:"unsubscribe", id}\`
- \`{type:"typing", threadId}\`: tells the other member of a thread that you are writing.
- \`{type:"ping"}\`

**The server sends**

- \`{type:"welcome", serverTime, resumed, lastEventId, viewer}\`: the connection is open; this frame and each pong say that it still is. \`viewer\` is the id of the member, null for a visitor.
- \`{type:"subscribed", id, lastEventId, resumed?}\`
- \`{type:"event", eventId, subscription, kind, data:{id, version}}\`: something changed; read it again by its call. \`message.created\` carries the message, \`thread.read\` \`{memberId, readAt}\`. \`typing\` carries \`{memberId}\`, is told at this moment or never, and has no eventId of its own. \`counters\`, on the query \`me\`, carries \`{counters}\` as the call of the counters answers them: sent after each event of that query, never repeated.
- \`{type:"error", id?, code, message}\`: with an id it refuses that subscription (\`too_many_listeners\` the eleventh, \`already_subscribed\`, \`unknown_query\`, \`listener_expired\`, or the code with which the call of the same thing refuses).
- \`{type:"pong", serverTime, lastEventId}\`

\`serverTime\` is the server's clock: the difference to your own is what deadlines are counted down with. After \`lastEventId\` each missed event comes once, in order, or \`resumed\` is false: read afresh. To stop hearing (a network that is turned off, a page that nobody sees), close the connection; connect again with the last eventId.`;

function queriesOf(channels: Composition['channels']): string {
  const rows = Object.entries(channels).map(
    ([
      name,
      {
        description: { params, by, kinds },
      },
    ]) => {
      const named = Object.entries(params).map(([param, what]) => `\`${param}\` ${what}`);
      return `- \`${name}\`${named.length > 0 ? `, params ${named.join(', ')}` : ', no params'}. By ${by}. Kinds: ${kinds.map((kind) => `\`${kind}\``).join(', ')}.`;
    },
  );
  return `**Queries**\n\n${rows.join('\n')}`;
}

function closingsOf(): string {
  const rows = Object.entries(closings).map(
    ([reason, means]) => `- ${closeCodes[reason as CloseReason]} \`${reason}\`: ${means}`,
  );
  return `**Why the server closes the connection** (each is sent as an error frame first)\n\n${rows.join('\n')}`;
}
