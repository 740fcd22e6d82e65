import { WebSocket } from 'ws';

/** A member's open page of one thread: it receives the thread's messages and reads its counters when notified. */
export interface TalkPage {
  memberId: string;
  threadId: string;
  token: string;
  socket: WebSocket;
  /** From the moment a message of the other one bears to its coming here, in milliseconds. */
  shown: number[];
  /** From that moment to the answer with the numbers that count it. */
  counted: number[];
}

export function openTalkPage(
  url: string,
  { memberId, threadId, token }: Pick<TalkPage, 'memberId' | 'threadId' | 'token'>,
): Promise<TalkPage> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/realtime`, { perMessageDeflate: false });
    const page: TalkPage = { memberId, threadId, token, socket, shown: [], counted: [] };
    let storedAt = 0;
    let granted = 0;
    socket.on('error', reject);
    socket.on('open', () => {
      const ask = (frame: object) => socket.send(JSON.stringify(frame));
      ask({ type: 'hello', token });
      ask({ type: 'subscribe', id: 't', query: 'thread', params: { id: threadId } });
      ask({ type: 'subscribe', id: 'm', query: 'me', params: {} });
    });
    const readCounters = async (since: number) => {
      const answer = await fetch(`${url}/api/counters`, { headers: { authorization: `Bearer ${token}` } });
      const { messages } = (await answer.json()) as { messages: number };
      if (messages > 0) page.counted.push(Date.now() - since);
    };
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === 'error') reject(new Error(frame.message));
      if (frame.type === 'subscribed' && ++granted === 2) resolve(page);
      if (frame.type !== 'event') return;
      if (frame.kind === 'message.created' && frame.data.senderId !== memberId) {
        storedAt = Date.parse(frame.data.createdAt);
        page.shown.push(Date.now() - storedAt);
      }
      if (frame.kind === 'counters.changed' && storedAt > 0) void readCounters(storedAt).catch(() => {});
    });
  });
}
