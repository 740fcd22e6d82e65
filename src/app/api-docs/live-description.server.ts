import { type CloseReason, closeCodes, maxListeners } from '#platform/realtime/protocol/protocol.ts';
import type { Composition } from '../server/compose.server.ts';

const closings: Record<CloseReason, string> = {
  going_away: 'The process is stopping. Connect again.',
  unavailable: 'The server can’t respond right now. Connect again later.',
  bad_request: 'A frame is invalid.',
  session_ended: 'The session has ended.',
  token_refused: 'The token is invalid or has expired. Request a new one.',
  hello_timeout: 'No hello was received within 5 seconds.',
  session_renewed: 'The session has a new cookie or token. Connect again.',
  too_many_frames: 'Too many frames were sent.',
  slow_consumer: 'Events were read too slowly. Connect again with lastEventId.',
};

/**
 * The live channel in the API document: its frames, its queries with the events of each, and why the server ends a
 * connection.
 */
export function describeLive(channels: Composition['channels']): string {
  return [frames, queriesOf(channels), closingsOf()].join('\n\n');
}

const frames = `Each frame is one JSON object of at most 16 kB.

**Client frames**

- \`{type:"hello", token?, lastEventId?}\`: the first frame, within 5 seconds. Without a token the session cookie identifies you. Without both you are a visitor. Send another hello with a newer token of the same member to extend the connection.
- \`{type:"subscribe", id, query, params, lastEventId?}\`: subscribes to a query under an id of your choice. You can have ${maxListeners} subscriptions.
- \`{type:"unsubscribe", id}\`
- \`{type:"typing", threadId}\`: shows the other member of a thread that you are typing.
- \`{type:"ping"}\`

**Server frames**

- \`{type:"welcome", serverTime, resumed, lastEventId, viewer}\`: the connection is open. \`viewer\` is the id of the member, null for a visitor.
- \`{type:"subscribed", id, lastEventId, resumed?}\`
- \`{type:"event", eventId, subscription, kind, data:{id, version}}\`: a resource changed. Read it again with its call. \`message.created\` has the message, and \`thread.read\` has \`{memberId, readAt}\`. \`typing\` has \`{memberId}\` and no eventId, and is never repeated. \`counters\` of the query \`me\` has \`{counters}\` as in GET /api/counters. It follows each event of that query and is never repeated.
- \`{type:"error", id?, code, message}\`: with an id, the subscription was refused: \`too_many_listeners\`, \`already_subscribed\`, \`unknown_query\`, \`listener_expired\`, or the error code of the call that reads the resource.
- \`{type:"pong", serverTime, lastEventId}\`

\`serverTime\` is the clock of the server. Use the difference to your clock for countdowns. After \`lastEventId\` you receive each missed event once, in order. If \`resumed\` is false, read the resources again. To stop receiving events, for example while the network is off or the page is hidden, close the connection. Connect again with the last eventId.`;

function queriesOf(channels: Composition['channels']): string {
  const rows = Object.entries(channels).map(
    ([
      name,
      {
        description: { params, by, kinds },
      },
    ]) => {
      const named = Object.entries(params).map(([param, what]) => `\`${param}\` ${what}`);
      return `- \`${name}\`${named.length > 0 ? `, parameters: ${named.join(', ')}` : ', no parameters'}. Access: ${by}. Events: ${kinds.map((kind) => `\`${kind}\``).join(', ')}.`;
    },
  );
  return `**Queries**\n\n${rows.join('\n')}`;
}

function closingsOf(): string {
  const rows = Object.entries(closings).map(
    ([reason, means]) => `- ${closeCodes[reason as CloseReason]} \`${reason}\`: ${means}`,
  );
  return `**Close codes** (an error frame is sent first)\n\n${rows.join('\n')}`;
}
