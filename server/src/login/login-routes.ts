import { encodeQR } from 'qr';
import Type from 'typebox';
import { answers, type HttpServer, PROJECT_ERRORS, TAGS } from '#http';
import { AppError } from '#lib/app-error.ts';
import { secretHash } from '#lib/secret-hash.ts';
import { timestamp } from '#lib/timestamp.ts';
import { CHANNELS } from '#messengers';
import { findProject, type Project } from '#projects';
import { publicSubscriberId } from '#subscribers';
import type { LoginOptions } from './login-options.ts';
import { expiresIn, type LoginSession, SESSION_SECONDS, statusOf } from './session.ts';
import { findSessionOf } from './session-store.ts';
import type { SessionWatch } from './session-watch.ts';
import { linksOf, startSession } from './start-session.ts';
import { verifyCode } from './verify-code.ts';

const common = { tags: [TAGS.login], security: [{ apiKey: [] }] };
const Link = Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
  description: 'Null where that messenger has no bot.',
});
const SessionId = Type.Object({ id: Type.String({ maxLength: 100 }) });
const Lang = Type.Enum(['ru', 'en']);
const Channel = Type.Enum([...CHANNELS]);

const StartedJson = Type.Object({
  session_id: Type.String(),
  status: Type.Literal('pending'),
  telegram_link: Link,
  max_link: Link,
  expires_in: Type.Integer({ description: 'Seconds.' }),
  expires_at: Type.String({ format: 'date-time' }),
  number: Type.Optional(Type.Integer({ description: 'Show it to the person: the bot offers six numbers.' })),
});

const StatusJson = Type.Object({
  session_id: Type.String(),
  status: Type.Enum(['pending', 'completed', 'verified', 'declined', 'expired']),
  code: Type.Optional(Type.String({ description: 'While completed: pass it to /v1/auth/verify.' })),
  state: Type.Optional(Type.String()),
  channel: Type.Optional(Channel),
  expires_in: Type.Integer({
    description: 'Seconds of the session while pending, of the code while completed, else 0.',
  }),
});

const VerifiedJson = Type.Object({
  subscriber_id: Type.String(),
  channel: Channel,
  first_name: Type.String(),
  username: Type.Union([Type.String(), Type.Null()]),
  lang: Lang,
  tags: Type.Array(Type.String()),
});

/** Under /v1. */
export function loginRoutes(v1: HttpServer, options: LoginOptions, watch: SessionWatch): void {
  const { database, clock, seal } = options;

  v1.post(
    '/auth/session',
    {
      schema: {
        ...common,
        operationId: 'startLogin',
        summary: 'Start a login',
        description: 'Open one of the links in the messenger, or show it as a QR code, and poll the status.',
        body: Type.Object({
          state: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 512,
              pattern: '^\\P{Cc}*$',
              description: 'Yours; comes back with the code.',
            }),
          ),
          redirect_uri: Type.Optional(Type.String({ maxLength: 2048 })),
          lang: Type.Optional(Lang),
          number_match: Type.Optional(Type.Boolean()),
          client: Type.Optional(
            Type.Object({
              ip: Type.Optional(Type.Union([Type.String({ format: 'ipv4' }), Type.String({ format: 'ipv6' })])),
              user_agent: Type.Optional(Type.String({ maxLength: 1024 })),
            }),
          ),
        }),
        response: answers({ 201: StartedJson }, [...PROJECT_ERRORS, 'invalid_url', 'billing_blocked', 'platform_busy']),
      },
    },
    async (request, reply) => {
      const { state, redirect_uri, lang, number_match, client } = request.body;
      const project = await callerProject(request.caller.projectId);
      const { session, sessionId, links } = await startSession(options, project, {
        kind: 'api',
        state: state ?? null,
        returnUrl: returnUrlOf(project, redirect_uri),
        lang: lang ?? null,
        numberMatch: number_match ?? false,
        client: { ip: client?.ip ?? null, agent: client?.user_agent ?? null },
        browserHash: null,
      });
      return reply.code(201).send({
        session_id: sessionId,
        status: 'pending' as const,
        telegram_link: links.telegram,
        max_link: links.max,
        expires_in: SESSION_SECONDS,
        expires_at: timestamp(session.expiresAt),
        ...(session.number === null ? {} : { number: session.number }),
      });
    },
  );

  v1.get(
    '/auth/session/:id/status',
    {
      schema: {
        ...common,
        operationId: 'getLoginStatus',
        summary: 'Whether the person has confirmed',
        description: 'Poll every 2 to 3 seconds, or wait: the answer then comes as soon as the person decides.',
        params: SessionId,
        querystring: Type.Object({
          wait: Type.Integer({ minimum: 0, maximum: 25, default: 0, description: 'Seconds to wait while pending.' }),
        }),
        response: answers({ 200: StatusJson }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request) => {
      const { id } = request.params;
      const read = () => callerSession(request.caller.projectId, id);
      let session = await read();
      const until = performance.now() + request.query.wait * 1000;
      const gone = new AbortController();
      request.raw.once('close', () => gone.abort());
      while (
        statusOf(session, clock.now()) === 'pending' &&
        performance.now() < until &&
        !watch.stopped &&
        !gone.signal.aborted
      ) {
        const left = Math.min(until - performance.now(), session.expiresAt.getTime() - clock.now().getTime());
        await watch.changed(session.id, left, gone.signal, async () => {
          session = await read();
          return statusOf(session, clock.now()) !== 'pending';
        });
        session = await read();
      }
      const now = clock.now();
      const status = statusOf(session, now);
      const { codeSealed, state, channel } = session;
      return {
        session_id: id,
        status,
        ...(status === 'completed' && codeSealed !== null ? { code: seal.open(codeSealed, session.id) } : {}),
        ...(state === null ? {} : { state }),
        ...(channel === null || session.status !== 'confirmed' ? {} : { channel }),
        expires_in: expiresIn(session, now),
      };
    },
  );

  v1.get(
    '/auth/session/:id/qr',
    {
      schema: {
        ...common,
        operationId: 'getLoginQr',
        summary: 'The bot link as a QR code',
        params: SessionId,
        querystring: Type.Object({ channel: Channel }),
        response: answers({ 200: Type.String({ description: 'SVG.' }) }, [...PROJECT_ERRORS, 'not_found']),
      },
    },
    async (request, reply) => {
      const session = await callerSession(request.caller.projectId, request.params.id);
      const link = (await linksOf(options, session))[request.query.channel];
      if (link === null) throw new AppError('not_found', 'There is no bot on this messenger.');
      return reply
        .type('image/svg+xml')
        .serializer((svg: string) => svg)
        .send(encodeQR(link, 'svg'));
    },
  );

  v1.post(
    '/auth/verify',
    {
      schema: {
        ...common,
        operationId: 'verifyLogin',
        summary: 'Exchange a one-time code for the person',
        description: 'A code works once and for 300 seconds.',
        body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 200 }) }),
        response: answers({ 200: VerifiedJson }, [
          ...PROJECT_ERRORS,
          'invalid_code',
          'code_expired',
          'code_already_used',
        ]),
      },
    },
    async (request) => {
      const subscriber = await verifyCode(options, request.caller, request.body.code);
      return {
        subscriber_id: publicSubscriberId(subscriber.id),
        channel: subscriber.channel,
        first_name: subscriber.firstName,
        username: subscriber.username,
        lang: subscriber.lang,
        tags: subscriber.tags,
      };
    },
  );

  v1.get(
    '/auth/link',
    {
      schema: {
        ...common,
        operationId: 'getLoginLinks',
        summary: 'The permanent login links',
        description: 'After confirming, the person goes to the callback URL with a code.',
        response: answers(
          {
            200: Type.Object({
              telegram_link: Link,
              max_link: Link,
              configured: Type.Boolean({ description: 'Whether a callback URL is set.' }),
            }),
          },
          PROJECT_ERRORS,
        ),
      },
    },
    async (request) => {
      const project = await callerProject(request.caller.projectId);
      const links = await options.botLinks(`auth_${project.slug}`);
      return { telegram_link: links.telegram, max_link: links.max, configured: project.callbackUrl !== null };
    },
  );

  async function callerProject(id: string): Promise<Project> {
    const project = await findProject(database, id);
    if (project === undefined) throw new AppError('not_found', 'The project of this key is gone.');
    return project;
  }

  async function callerSession(projectId: string, sessionId: string): Promise<LoginSession> {
    const session = await findSessionOf(database, projectId, secretHash(sessionId));
    if (session === undefined) throw new AppError('not_found', 'This project has no such session.');
    return session;
  }
}

/** Exactly one of the registered addresses, the callback URL included; without a wish, the callback URL. */
export function returnUrlOf(project: Project, redirectUri: string | undefined): string | null {
  if (redirectUri === undefined) return project.callbackUrl;
  if (redirectUri === project.callbackUrl || project.redirectUris.includes(redirectUri)) return redirectUri;
  throw new AppError('invalid_url', '`redirect_uri` is not registered with this project. It must match to the letter.');
}
