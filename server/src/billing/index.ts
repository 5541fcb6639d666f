/** Credits: every change is a row in the ledger, and nothing else says what a balance is. */
export { addCredits } from './add-credits.ts';
export { chargeLogin, isLoginCapReached } from './charge-login.ts';
export { chargeMessages, type MessageCharge } from './charge-messages.ts';
export { requireCredits } from './require-credits.ts';
export { usageRoutes } from './usage-routes.ts';
