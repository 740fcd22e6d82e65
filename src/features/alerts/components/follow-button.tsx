import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { announce } from '#ui/feedback/announce.tsx';
import { useToast } from '#ui/feedback/toast.tsx';

export interface FollowButtonProps {
  seller: { id: string; username: string };
  following: boolean;
  isMember: boolean;
}

/** Updates optimistically and reverts when the request fails. Without script it is a form. */
export function FollowButton({ seller: { id, username }, following, isMember }: FollowButtonProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const [shown, setShown] = useState(following);
  const [known, setKnown] = useState(following);
  if (known !== following) {
    setKnown(following);
    setShown(following);
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const signIn = `/auth/sign-in?next=${encodeURIComponent(`/profile/${id}`)}`;
    if (!isMember) return navigate(signIn);
    const wanted = !shown;
    setShown(wanted);
    const answer = await fetch(`/api/follows/${id}`, { method: wanted ? 'PUT' : 'DELETE' }).catch(() => null);
    if (answer?.ok) return announce(wanted ? `Following ${username}` : `Unfollowed ${username}`);
    if (answer?.status === 401) return location.assign(signIn);
    setShown(!wanted);
    const problem = await answer?.json().catch(() => null);
    toast({
      tone: 'bad',
      title: wanted ? `Couldn’t follow ${username}` : `Couldn’t unfollow ${username}`,
      text: problem?.message ?? 'Check your connection and try again.',
    });
  };
  return (
    <form className="contents" method="post" action="/follows" onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="memberId" value={id} />
      <input type="hidden" name="follow" value={shown ? '0' : '1'} />
      <Button type="submit" size="sm" aria-pressed={shown} aria-label={`Follow ${username}`}>
        {shown ? 'Following' : 'Follow'}
      </Button>
    </form>
  );
}
