/** What pages for people share: assets, escaping, policies. */
export { type Assets, readAssets } from './assets.ts';
export { chooseLanguage } from './choose-language.ts';
export { contentSecurity, policyOrigin } from './content-security.ts';
export { escapeHtml } from './escape-html.ts';
export { type PageDocument, pageDocument } from './page-document.ts';
export { type PageAnswer, sendPage } from './send-page.ts';
