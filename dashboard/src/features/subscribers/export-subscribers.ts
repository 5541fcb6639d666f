import { ApiError } from '#api/api-error.ts';
import { type Query, withQuery } from '#api/client.ts';

/** A link could not name the project, so the file is fetched and then handed to the browser. */
export async function exportSubscribers(projectId: string, filter: Query, fileName: string): Promise<void> {
  const response = await fetch(withQuery('/v1/subscribers.csv', filter), {
    credentials: 'same-origin',
    headers: { 'X-Bellhop-Project': projectId },
  });
  if (!response.ok) throw await refusalOf(response);
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  URL.revokeObjectURL(url);
}

async function refusalOf(response: Response): Promise<ApiError> {
  const envelope = (await response.json().catch(() => ({}))) as { error?: string; code?: string; docs_url?: string };
  return new ApiError(envelope.error ?? `The server answered ${response.status}.`, {
    code: envelope.code ?? 'internal_error',
    status: response.status,
    docsUrl: envelope.docs_url,
  });
}
