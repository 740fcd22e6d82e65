import { type ClientActionFunctionArgs, redirectDocument } from 'react-router';
import { callWithToken, problemAnswer } from '#platform/http/requests/call-with-token.ts';
import type { PlanAnswer } from '../pages/plan.server.ts';

/**
 * The forms of the plan's panel where scripts run: the page itself calls the API with the member's bearer token (AP-02,
 * AP-03) and shows what it answers. Without scripts the same forms go to the page's action, which the other intents use
 * here as well.
 */
export async function planClientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const intent = form.get('intent');
  if (intent === 'subscribe') {
    const answer = await callWithToken<{ url: string }>('/api/stripe/create-checkout');
    if (answer.problem) return problemAnswer(answer);
    throw redirectDocument(answer.body.url);
  }
  if (intent === 'cancel') {
    const answer = await callWithToken<Canceled>('/api/stripe/cancel-subscription', cancelBody(form));
    return answer.problem ? problemAnswer(answer) : { saved: canceledSentence(answer.body) };
  }
  return serverAction<PlanAnswer>();
}

interface Canceled {
  message: string;
  databaseError: boolean;
}

/** The sentence that confirms a cancellation. `databaseError`: our own record follows in a minute. */
export function canceledSentence({ message, databaseError }: Canceled): string {
  return databaseError ? `${message} It can take a minute to appear here.` : message;
}

/**
 * The fields that the panel's form carries; a form without a subscription id leaves it to the server to say so (ER-06).
 */
function cancelBody(form: FormData) {
  const text = (name: string) => form.get(name)?.toString() || undefined;
  return {
    subscriptionId: text('subscriptionId'),
    userId: text('userId'),
    ...(form.has('isPreview') ? { isPreview: true } : {}),
  };
}
