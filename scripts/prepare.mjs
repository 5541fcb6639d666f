import { buildDashboard } from './build-dashboard.mjs';
import { installPackages } from './install-packages.mjs';

/** Brings the checkout into a state that can run; costs next to nothing when it already is. */
export async function prepare({ pages = false } = {}) {
  await installPackages();
  if (pages) await buildDashboard();
}
