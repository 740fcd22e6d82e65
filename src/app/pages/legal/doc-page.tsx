import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

export interface DocSection {
  id: string;
  title: string;
  body: ReactNode;
}

export interface DocPageProps {
  title: string;
  lead: ReactNode;
  /** Date of the last change, `2026-11-20`. */
  changed: string;
  sections: readonly DocSection[];
  /** Between the lead and the first section. */
  children?: ReactNode;
}

/** A page to read: one column, its contents beside it (folded on small screens), the date of its last change. */
export function DocPage({ title, lead, changed, sections, children }: DocPageProps) {
  const contents = (
    <ol>
      {sections.map((section) => (
        <li key={section.id}>
          <a href={`#${section.id}`}>{section.title}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <div className="wrap doc-w">
      <div className="doc">
        <article className="prose">
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          {children}
          <details className="toc-s">
            <summary>
              On this page
              <Icon of={ChevronDown} size={16} />
            </summary>
            <nav className="toc" aria-label="Page contents">
              {contents}
            </nav>
          </details>
          {sections.map((section) => (
            <Fragment key={section.id}>
              <h2 id={section.id}>{section.title}</h2>
              {section.body}
            </Fragment>
          ))}
          <p className="doc-date">
            Last changed <time dateTime={changed}>{longDate(changed)}</time>
          </p>
        </article>
        <nav className="toc toc-w" aria-label="On this page">
          <p className="toc-h">On this page</p>
          {contents}
        </nav>
      </div>
    </div>
  );
}

function longDate(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
