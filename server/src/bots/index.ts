/**
 * Updates in. One process per bot polls or keeps the webhook (a lease in the bot's row); every update is
 * handled once (its key is written in the transaction of all that follows); features register what they
 * want to hear of; what nobody wants is answered with manners.
 */
export { botHealthRoutes, operatorBotRoutes } from './bot-health-routes.ts';
export { botRoutes } from './bot-routes.ts';
export { Bots, type BotsOptions } from './bots.ts';
export type { Reply } from './manners.ts';
export { findChosenLang } from './person-store.ts';
export type { Commanded, FromPerson, Handler, Started, TapHandler, Tapped } from './routes.ts';
