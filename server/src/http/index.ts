/** HTTP as every feature shares it: one envelope, one authentication, one rate limit, one description. */
export { answers, NoContent, OPERATOR_ERRORS, PROJECT_ERRORS } from './answers.ts';
export { authenticateOperator, authenticateProject, requireChanger } from './authentication.ts';
export { ERROR_CODES } from './error-codes.ts';
export { toAppError } from './error-response.ts';
export { type Answer, Idempotency, type Operation } from './idempotency.ts';
export { type Caller, type FindCaller, KeyCache } from './key-cache.ts';
export { createMetrics } from './metrics.ts';
export { TAGS } from './openapi.ts';
export {
  type Assets,
  chooseLanguage,
  contentSecurity,
  escapeHtml,
  type PageAnswer,
  type PageDocument,
  pageDocument,
  policyOrigin,
  readAssets,
  sendPage,
} from './pages/index.ts';
export { decodeCursor, PageQuery, pageOf, pageSchema } from './paging.ts';
export { RateLimit } from './rate-limit.ts';
export { isSameOrigin } from './same-origin.ts';
export { createHttpServer, type HttpServer } from './server.ts';
