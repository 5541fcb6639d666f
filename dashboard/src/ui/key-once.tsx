import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#api/me.ts';
import { CodeBlock } from './code-block.tsx';
import { curlCommand } from './curl-command.ts';
import { SecretOnce } from './secret-once.tsx';

type KeyOnceProps = { apiKey: string; title: string; name: string; onClose: () => void };

/** A new API key, and a line that tries it. */
export function KeyOnce({ apiKey, title, name, onClose }: KeyOnceProps) {
  const { data: me } = useQuery(meQuery);
  const line = curlCommand(me?.base_url ?? window.location.origin, { path: '/v1/project' }).replace('$KEY', apiKey);
  return (
    <SecretOnce secret={apiKey} title={title} name={name} onClose={onClose}>
      <CodeBlock label="curl" code={line} wrap />
    </SecretOnce>
  );
}
