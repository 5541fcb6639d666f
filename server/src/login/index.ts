/** A login from its link to the verified code: three flows, two messengers, one row. */
export { expirePrompts, forgetOldLogins } from './expire-logins.ts';
export { LoginBot } from './login-bot.ts';
export { loginLogRoutes } from './login-log-routes.ts';
export type { LoginOptions } from './login-options.ts';
export { loginRoutes } from './login-routes.ts';
export { loginPages } from './page/page-routes.ts';
export { SessionWatch } from './session-watch.ts';
export { verifyCode } from './verify-code.ts';
