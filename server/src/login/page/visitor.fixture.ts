/** A browser at the hosted page, without the browser: it keeps its cookie and says where its requests come from. */
import type { TestAnswer, TestApp } from '#test/app.ts';

export type TestVisitor = {
  cookie: string | undefined;
  get(path?: string, headers?: Record<string, string>): Promise<TestAnswer>;
  /** As the script does. */
  start(body?: Record<string, unknown>, headers?: Record<string, string>): Promise<TestAnswer>;
  /** As a form without a script does. */
  submit(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<TestAnswer>;
};

export function createVisitor(app: TestApp, slug: string): TestVisitor {
  const base = `/login/${slug}`;
  const keep = (answer: TestAnswer) => {
    const [cookie] = answer.headers.getSetCookie();
    if (cookie !== undefined) {
      visitor.cookie = cookie.split(';')[0];
      app.keepOutOfLogs(String(visitor.cookie?.split('=')[1]));
    }
    return answer;
  };
  const sent = (headers: Record<string, string>) => ({
    ...(visitor.cookie === undefined ? {} : { cookie: visitor.cookie }),
    ...headers,
  });
  const own = { origin: new URL(app.url).origin };
  const visitor: TestVisitor = {
    cookie: undefined,
    get: async (path = '', headers = {}) => keep(await app.call('GET', base + path, { headers: sent(headers) })),
    start: async (body = {}, headers = {}) =>
      keep(await app.call('POST', `${base}/sessions`, { body, headers: sent({ ...own, ...headers }) })),
    submit: async (path, fields = {}, headers = {}) =>
      keep(
        await app.call('POST', base + path, {
          body: new URLSearchParams(fields).toString(),
          headers: sent({ ...own, 'content-type': 'application/x-www-form-urlencoded', ...headers }),
        }),
      ),
  };
  return visitor;
}
