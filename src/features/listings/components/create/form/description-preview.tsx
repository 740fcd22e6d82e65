import { readMarkdown } from '#ui/rich-text/read-markdown.ts';
import Written from '../../listing/description-format.tsx';

/** Read as the server reads it, by the same file. */
export default function DescriptionPreview({ text }: { text: string }) {
  const blocks = readMarkdown(text);
  return blocks.length === 0 ? <p className="dim">No description yet.</p> : <Written blocks={blocks} />;
}
