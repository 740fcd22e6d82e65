import { Link, useNavigate } from 'react-router';
import { CardLinks, CardSearchForm } from '#features/catalogue/widgets.tsx';
import type { ReadLine } from '../lifecycle/read-line.server.ts';
import { wantLimits } from '../words.ts';

/** Chooses the card of a wanted post, by its words or by a line of a card list, which fills the form below too. */
export function LineForm({ line, read }: { line: string; read: ReadLine | null }) {
  const navigate = useNavigate();
  const { candidates = [], problem } = read ?? {};
  const addressOf = (card: string, words = line) => `/wanted/create?${new URLSearchParams({ card, line: words })}`;
  return (
    <div className="mb-6 grid gap-3">
      <CardSearchForm
        name="line"
        words={line}
        maxLength={wantLimits.line}
        error={candidates.length === 0 ? (problem ?? undefined) : undefined}
        help="For example “charizard 4/102”, or a line from a card list: “1 Sol Ring (CC2) 7 *F*”."
        noneFound="No matching cards. Describe the card below."
        onChoose={(card, words) => navigate(addressOf(card.id, words), { preventScrollReset: true })}
      />
      {candidates.length > 0 && (
        <div>
          <p role="status">{problem ?? 'Other cards that match:'}</p>
          <CardLinks label="Possible cards" cards={candidates} addressOf={(id) => addressOf(id)} />
        </div>
      )}
      <p className="dim">
        To add several cards, create a{' '}
        <Link className="link" to="/want-lists">
          want list
        </Link>
        .
      </p>
    </div>
  );
}
