/** What every adapter fulfils, shown on a simulated messenger over real HTTP. */
import { failingContract } from './contract/failing.contract.ts';
import { receivingContract } from './contract/receiving.contract.ts';
import { sendingContract } from './contract/sending.contract.ts';
import { type Adapter, Stage } from './contract/stage.fixture.ts';

export function messengerContract(adapter: Adapter): void {
  const stage = new Stage(adapter);
  sendingContract(stage);
  receivingContract(stage);
  failingContract(stage);
}
