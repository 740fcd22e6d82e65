import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type BrowseQuery, browseLink } from './browse-address.ts';
import { readBrowseQuery } from './browse-query.ts';

const typingPauseMs = 450;

/**
 * The state that the controls show: what was just chosen until the address has followed. A press goes at once, typing
 * after a pause; focus and scroll stay where they are.
 */
export function useBrowse() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = params.toString();
  const [ahead, setAhead] = useState<{ from: string; query: BrowseQuery } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (ahead && ahead.from !== address) setAhead(null);
  const query = ahead?.query ?? readBrowseQuery(params);

  const change = (what: Partial<BrowseQuery>, { typed = false } = {}) => {
    const wanted = { ...query, cursor: '', ...what };
    setAhead({ from: address, query: wanted });
    clearTimeout(timer.current);
    const go = () => void navigate(browseLink(wanted, {}), { preventScrollReset: true, replace: typed });
    if (typed) timer.current = setTimeout(go, typingPauseMs);
    else go();
  };
  return { query, change };
}
