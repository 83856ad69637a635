import Markdown, { type Components } from 'react-markdown';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';

/** A text as HTML, as far as it can do no harm. */
export default function HarmlessHtml({ source, components }: { source: string; components?: Components }) {
  return (
    <Markdown rehypePlugins={[rehypeRaw, rehypeSanitize]} {...(components && { components })}>
      {source}
    </Markdown>
  );
}
