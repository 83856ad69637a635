import Markdown from 'react-markdown';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';

/** A text as HTML, as far as it can do no harm. */
export default function CellHtml({ source }: { source: string }) {
  return <Markdown rehypePlugins={[rehypeRaw, rehypeSanitize]}>{source}</Markdown>;
}
