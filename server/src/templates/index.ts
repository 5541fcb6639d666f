/** Texts by language with variables in them, kept under a key; and how a text with variables is rendered. */
export { problemOfMarkup, renderText } from './render-text.ts';
export { templateRoutes } from './template-routes.ts';
export { findTemplate } from './template-store.ts';
export { allTexts, pickText, type Texts } from './texts.ts';
export { BUILT_INS, isBuiltIn, isVariableName, variablesIn } from './variables.ts';
