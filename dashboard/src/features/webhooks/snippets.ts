import go from '../../../../server/guide/snippets/verify-webhook.go?raw';
import node from '../../../../server/guide/snippets/verify-webhook.mjs?raw';
import php from '../../../../server/guide/snippets/verify-webhook.php?raw';
import python from '../../../../server/guide/snippets/verify-webhook.py?raw';

/** The guide's own files, which its tests run; `call` is the line where a request arrives. */
export const SNIPPETS = [
  {
    language: 'Node.js',
    file: node,
    call: (name: string) => `verify(process.env.${name}, request.headers['x-service-signature'], rawBody)`,
  },
  {
    language: 'Python',
    file: python,
    call: (name: string) => `verify(os.environ["${name}"], request.headers.get("X-Service-Signature"), raw_body)`,
  },
  {
    language: 'PHP',
    file: php,
    call: (name: string) => `verify(getenv('${name}'), $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? null, $rawBody)`,
  },
  {
    language: 'Go',
    file: go,
    call: (name: string) => `verify(os.Getenv("${name}"), request.Header.Get("X-Service-Signature"), rawBody)`,
  },
] as const;

/** Each endpoint has a secret of its own, so each has a name of its own: BELLHOP_SECRET_SHOP_EXAMPLE. */
export function secretName(url: string): string {
  const host = URL.parse(url)?.host ?? '';
  const words = host.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return words === '' ? 'BELLHOP_SECRET' : `BELLHOP_SECRET_${words.toUpperCase()}`;
}
