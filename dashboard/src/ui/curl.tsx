import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#api/me.ts';
import { useTexts } from '#lang/language-context.tsx';
import { CodeBlock } from './code-block.tsx';
import { type CurlRequest, curlCommand } from './curl-command.ts';
import { uiTexts } from './texts.ts';

/** The same act by the API: a line that works when pasted, once KEY holds an API key. */
export function Curl(request: CurlRequest) {
  const t = useTexts(uiTexts);
  const { data: me } = useQuery(meQuery);
  return (
    <div>
      <CodeBlock label="curl" code={curlCommand(me?.base_url ?? window.location.origin, request)} wrap />
      <p className="soft small" style={{ marginTop: 6 }}>
        {t.apiKeyHint}
      </p>
    </div>
  );
}
